package io.pelton.flink.text;

import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Sets of code points as Hugging Face's library has them in version 0.21, whose parts go by several
 * versions of Unicode; the JVM's own tables would change with its version. Measured, code point by
 * code point.
 */
final class UnicodeSets {
  /** Control, format and private characters. */
  static final int OTHER = 1;

  static final int PUNCTUATION = 1 << 1;

  /** Nonspacing marks, as BERT's normalizer knows them. */
  static final int NONSPACING_MARK = 1 << 2;

  /** All marks, as {@code StripAccents} knows them. */
  static final int COMBINING_MARK = 1 << 3;

  /** Numbers, as {@code Digits} knows them. */
  static final int NUMERIC = 1 << 4;

  /** What {@code \w} is for Rust's regular expressions. */
  static final int WORD = 1 << 5;

  /** What {@code \p{L}} is for Oniguruma. */
  static final int LETTER = 1 << 6;

  /** What {@code \p{N}} is for Oniguruma. */
  static final int NUMBER = 1 << 7;

  /** What Oniguruma knows and Unicode 13 does not: the JVM may or may not. */
  static final int LATER = 1 << 8;

  /** What has no decomposition and no combining class, although it has in newer versions. */
  static final int UNFORMED = 1 << 9;

  /** Those of {@link #LATER} that are punctuation. */
  static final int LATER_PUNCTUATION = 1 << 10;

  /** Those of {@link #LATER} that are capital letters. */
  static final int LATER_CAPITAL = 1 << 11;

  /** Those of {@link #LATER} that are small letters. */
  static final int LATER_SMALL = 1 << 12;

  private static final int PAGE = 7;

  /** How ranges are written: numbers of 5 bits a character, of which the last one is below. */
  private static final String LAST = "ghijklmnopqrstuvwxyz0123456789+-";

  private static final String MORE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";

  private static final String OTHER_RANGES =
      "hnihhxC-BgtgBKyl2gGggBxgEH+gBf8k6kBxkhpBPcwGH-BP-gH5iEGhgBKfijFGvnYLUmg+C-BfcgBff9iBff9";

  private static final String PUNCTUATION_RANGES =
      "Bhuqm6l6jBiglgjgqhjgjgV+gogOylBphBzghgigigBsh0hhhtgihCqjDmgBrtHpiB2u-gIlhqgL-gYjgC6gqhFouh"
          + "gBljCngCqkkhDvlFrgTkoE3gTshBshCuiCnhE9ihiBlqJ5hG4hEgmhlFsmE7jB7kB+hCgnrgZ83ozhshr+huhT5j9h"
          + "BB9tCvh-pMz1B-"
          + "jBghX7jhhDwgEvBuhyN+ikpirwgsgDigC6gdAihItiDjgqgDzlL8jC2hBoihgBxhBvgDhswhD8jD+hwhH5gUKyhGwp"
          + "2BihthgkghhE1ihlhjqhjh6ihg7ghghmM6iU8gBwgM+gXngGng-"
          + "gIwoBmgDwmCimC5jBFqmDthhjD+jBwhCvkjgtghiC4lDrgQ8gH62DpiH4iDJxkRP5hElgChkogUK6gHPnk";

  private static final String NONSPACING_MARK_RANGES =
      "YgDvIzkIpBshghhhhhgCoqBw0wgDlmilihhjBjg+6C7qB6oBijhohihkBriEn-"
          + "B3ghgknkgjmqh9gB6gkjog0h9hB5gkhkhiijg+hjgrhB5gkkhhkg0h9gB6gighjogogrh+gB9gsgBygB9ilihjnhrh"
          + "9gB6gigmglh0h9gB-"
          + "jog0hDmgnihgC6gimsnDigilhhrlCqh7ghghgB3thkhhlqhBjpgDmjhlhhih5hkiwjtgihmgvgV-idyi9i9h+hCghh"
          + "mogiqpgBtiE7gD2ikhpgmiG7higB6ghmhghginmpigBwtCijBwghkhglgBooshBgjihhiB4ghhjghiB6nihE4ihshm"
          + "kgmgjhGmB1mjWwskgjrCf+iEtgDg-RqjDrhdO0gkpBghCwhIwgjgkg5hE9g7xB0n5qBuiBwgijigBogCjlihihsgog"
          + "BvgBzghiihlhhgBqhogHugigkgTZwgXhvwvetgHigE1kBUmihhljBoikgFlhBI6gB2uB4iBxjihCliBkkhnB+gshB0"
          + "oriDiiighhFngjn1hB6gjgBlmjkJ+lhgkhhhHujmhhh7hC1nighhDqghgilhgDliijhkUekkB7mBC4jTIqhFGoixni"
          + "m+jE0iBd7B2kBxogug2khuDRgmYGBpHv";

  private static final String COMBINING_MARK_RANGES =
      "YgDvIzmInBshghhhhhgCoqBw0wgDlmilihhjBjg+6C7qB6oBijhohihkBriD4thBgB2ihxhmqh9iB4ghmihiipgqh9"
          + "iB4ghkkhiijg+hjgriB4ghnhihi0h9iB4ghmihiiohqh+gB7kjihjpgBojB6mhihjnhrh9iB4ghmhihjnhrh9iB6mh"
          + "ihjpgqh+hCmgklhghnyhB9gimsnDigilhhrlCqh7ghghgkhBxzhhlqhBjpgDkz3jkihiimjjtrhgqjV-"
          + "idyi9i9h+hCg-"
          + "pgBtiD3hBigD2rkrG7kB5ph8igBwuChkBvwBmosi+sB4tBwzE4ih0kgkijhGmB1lkWwBgCf+iEtgDg-RqlDphdO0jh"
          + "pBghCwhIwgjgkg3kC4hByx6xB0n5sBsjBvtBkgCjtsgohBtiByghiihlhhgBpklhHsnhhTZwgXhvwvetgHigE1kBUm"
          + "ihhljBoikgFlhBI5iB1uB4jBtqCliBktB+gsiBwtpiC-rmgFgr1jB4ghmihiipgqhimjkGgxDpzHrmio7hCywDqsDl"
          + "uBIjnhnCy1htTR5kB7mBA6BtwjTIqhFGmkjlonim+jE0iBd7B2kBxogug2khuBKwmhwimhhhkCFlmDtmYFd1Hv";

  private static final String NUMERIC_RANGES =
      "BwpD4hlgiiBNhpEmpGmpM8pD2pklDspD2pD2pilDusDzpomDnpDomnyDtpDgpD2pCmzIspCmpWvzbxiHvpmp2pJspE"
          + "gqFlpmpF2pC2pEmpmpBA2gjlmpGmByikW2B7Cu1T29BLpgYpg5ouiK3jEqp+nhuBgpBnucbgpF8pKglE6pBmpGmp2p"
          + "C2pM2pUY2pPtBssB4xhK16Bkj9gogEmkGqpdun5mBnoCrk2lFghiviBtCgoB0h+iCrkDon4nBpmKqlBwpmpI2+E+pB"
          + "qjDwmEm9EgpB8pEwpnzH7pK2pD2pL2pDmpmzCsrNkyC9pU2pC28HjpCmpB2pLmpDm0BBrDuPGhpCJmpC2pEmphmQup"
          + "Im2K9iXH5pBOmzszDs4BC1BxCKgpNmpP2pH3pWsoEgpY3B6hihjCsBshueisCXjp";

  private static final String WORD_RANGES =
      "Bwpn5kgh5Bvgqgkgl2h+hOpkruknghgxD0hhijhgmghihghzhCyhEqhFshBligmBooBshghhhhhgo6kj9qlCpkDlhn"
          + "iphyigwB6iDkuB1kgigiBty7kql3hloCqhEgiphyhnihi1hmhgjjioihijogkhhkirqghgiihlkhi1hmhhhhhhighk"
          + "khiijgnjhgnvrihohih1hmhhhkiphihiigvjippmhihnihi1hmhhhkioihiinikhhkiphgwhhljihjjhhghhjhjijr"
          + "kkjihjigmgupwshih2hviohihjnhhiigijipwjhnhih2hphkiohihjnhmhhjiphisshihByhihkljnkipqlhihxj3h"
          + "ohgimjgklhghnmpihtB5luhpBnhhghkh3hgh2ikhghmhpijBgg3hmprghghgkphBjkzhxhBjpgB5CpmCtiBlhglgiB"
          + "qhKshjimhghjiBohjiBghjimhghjiuhB4hjiCiiiBgvwC1iljTriwh5lCqjqn1p1rzsshihhsCzjgkhipBhihqmC4n"
          + "BqlClq+hrkrqBnikrBrk5mpBm7kB+h8iqmptgo+BxCsjpxosDzsB3opjBwiqlBqiiwihBmlQ1iliBlilinhghghgh+"
          + "iB0hmhgjihmjjilkslihmvhBxhzg8gtgwsBzBgxgkgiphgjkmghghghjhqijlkkgxBoZtBzBY2HkmosBlhglgiB3ng"
          + "v3pmhmhmhmhmhmhmhmh-BvgO1i5uhkikkC1ihiihC5hjlBqhC9x-BwvQgGN-CgVUsCjBtiIsj70ByhphDyBloiDmiC"
          + "iihhghn1B1kgzBzsClqpm3jghBwiBjs8jCguqm+hB2ptipm2jCo4iivikqlililpmhmhBqhtmD6hhipmKdjs2kBwII"
          + "kLtiDpBmmsklrhshkhghhhhhDrBhLqyB-"
          + "iB1Borkvwvjh4iBgkhEmzpn5kgh5rC4jlililiiBjrh5hyhhhuitBiD6ClB0EogEi8jBwvg--t9lBql9iBjknhkBqE"
          + "9ipmBjkBjkBnoBzsqhuhmhhhqhuhmhhjBzsJ2p1qn4lhBphoCllighBrhhjgi2q2p+Chyhhq1q5CmB3mhCgjhhlnhi"
          + "h8iikgBg8j8Bjnh95B1q1qytxDuCoB3BytBytBnopmBljkh2H6BphhjhwiB3BgqgoBg-1Bq072pCm-vpB7ngt4npmB"
          + "0hpkjoBjigpCkkjhshgBjxhBkmjB+mhghjhuhpnB6lpmjhnihi1hmhhhkhpihiiigmglmimjkrphgighBlhphgighj"
          + "hnth9Cqlpkj+ClhgopFmB1io3lBiCgjgrpBmB4npmz86iukpmmF5B6DlCp1niginhhh9hhiospCmniBtinhh7B+ogo"
          + "CpjgyCoGnBgvpmohBshovp49i1htCpmhhhBrjghhhoopmlhhhBkhhhlnpJ22pwhBojktqC1gCvc5DmDuxGjCSsDgvB"
          + "Bvw1qDc6lSmGV5B5BWmR4n+hpmCuhpm9ikrB2pjspp0lyNwBsjpGmB-EgCqkB4nwCghhhrhuFf3oBG1BppIXnjhmhh"
          + "hJivg9iigujoMrCIkDqlsjonpjhECxpQmBti2Q+kjlonim+jE0iN7C0hCmhhigihijhrhghmhCghjinhmh7hjhkhgj"
          + "mhKzi4h4h+h4h+h4h+h4h+h4hniBxQgB2kBxogug2khuBCw+mlG1mhwimhhhklB9BhgDwBsjtipkgKh+xB5O2BpG2B"
          + "qPlmhjhhhuhGkrmBpCrkpBFmjh6hhhgighphjhghgmgkghghghihhhgighghghghghhhgijhmhjhjhghphwlihkhwT"
          + "05m5m5CTmpBAmBJW-BgEB5mG9iFUhuHJwvTtCNiQ9BPiEaqlEC-VXKwHv";

  private static final String LETTER_RANGES =
      "Ch5m5Bvgqgkgl2h+hOpkruknghgEhkhhijhgmghihghzhCyhEqoFlhBligmBoCn6kjBtBqBjhhDihgvhnhqiigwgh9"
          + "9C4rg4Bgphkgl1kgpgjg34nql3hlxBpB6B1jgygnpvvknihi1hmhgjjjgwgthhiuhqgolkhi1hmhhhhhh-jhgziwoh"
          + "ih1hmhhhkjgygvh3grnihi1hmhhhkjg+hhivgxghljihjjhhghhjhjijr2gB0nhih2hvjg6iigih+gknhih2hphkjg"
          + "-hhhvhxohihBoigwglioi4llxj3hohgimB6BvhhsmB6hhghkh3hghphhpgikhg1jBggB-nhBj7kDzBq0gwlkjjgjhn"
          + "ikssgxBlhglgiBqhKshjimhghjiBohjiBghjimhghjiuhB4hjiCiBlvwC1iljTriwh5lCqmnnxtyuxushivBzBjgkg"
          + "CjC4nkiBhhglClq+Bx9ikrBrk5B22pB0CygC9BuxnB29thqBr6BjBpiqBjiqlBqiiBpjhlhhjglF-CgI1iliBlilin"
          + "hghghgh+iB0hmhgjihmjjilkslihmD0gtgwsDlgkgiphgjkmghghghjhqijlkkgB0hCT7HkmjjhsBlhglgiB3ngw2p"
          + "mhmhmhmhmhmhmhmCwgO1hBqklhkC1mihC5hjlBqhC9x-BwvQgGN-CgVUsCjBtiIsjvqh0Buw+iClBxoiDmiCiihhgh"
          + "n1vhihjh29BzuBxB+ljghhr7q258nBu8gwkhpqkhBo3ihn02jgjBxhgjhikighg4iiqnislililpmhmhBqhtmDy9Kd"
          + "js2kBwIIkLtiDpBmmsklghphshkhghhhhhDrBhLqyB-"
          + "iB1BorD0khEmBk5m5rC4jlililiiBjrh5hyhhhuitBiD6Ml8jBwBv-tzhnmBlq9iBjknBwE9yBjkBjkBnoBzsqhuhm"
          + "hhhqhuhmhhjBzsJ2p1qn4lhBphoCllighBrhhjgi2q2p+Chyhhq1q5CmB3mhCggvjhih8Bq8j8Bjnh77B1q1qytxDu"
          + "CoB3BytBytBjBm7p2H6BpmhwiB78qgo1BqxBu072sB0B5higtBsBg46Bj9gigoBijgsBvuj1ghgBjxh4zhB-mhghjh"
          + "uhpnBuBmnihi1hmhhhkjgygsk+phgighBlhg5ghgBsB0yj0i+Bv0hhgF4BuBpjBkBv0gB7BqtgCn6BlmF5BrD0B--"
          + "niginhhh3vghgC+niBmwghg8gqBnng1grBtzgyCoGnBg-ohBkxgBx9DwmhhhBl1g5lhhh-"
          + "ugKnyvghshBhD8gCvc5HmGjCSsDgvBBvxl5Dc6lSmGV59BXiR4n+xCux9yBvwj-0lyNwBsGzB-EgCqlgCisCghhg8F"
          + "f3oBG1BppIXnjhmhhhJivg9iigujoMrCIkDqlsjonpFbmC0hCmhhigihijhrhghmhCghjinhmh7hjhkhgjmhKzi4h4"
          + "h+h4h+h4h+h4h+h4hnBZ0+mlIlB9EyBsqmwgKh9yBrPk7Hk9igPvmhjhhhuhGkB7CjngBF0jh6hhhgighphjhghgmg"
          + "kghghghihhhgighghghghghhhgijhmhjhjhghphwlihkhwEKkBJW-BgEB5mG9iFUhuHJwvTtCNiQ9BPiEaqlEC-";

  private static final String NUMBER_RANGES =
      "BwpD4hlgiiBNhpEmpGmpM8pD2pklDspD2pD2pilDusDzpomDnpDomnyDtpDgpD2pCmzIspCmpWvzbxiHvpmp2pJspE"
          + "gqFlpmpF2pC2pEmpmpBA2gjlmpGmByikW2B7Cu1T29BLpgYpg5ouiK3jEqp+nhuBgpBnucbgpF8pKglE6pBmpGmp2p"
          + "C2pM2pUY2pPtBssB4xhK16Bkj9gogEmkGqpdun5mBnoCrk2lFghiviBtCgoB0h+iCrkDon4nBpmKqlBwpmpI2+E+pB"
          + "qjDwmEm9EgpB8pEwpnzH7pK2pD2pL2pDmpmzCsrNkyC9pU2pC28HjpCmpNmpDm0BBrDuPGhpCJmpC2pEmphmQupIm2"
          + "XS5pBOmzszDs4BC1BxCKgpNmpP2pH3pWsoEgpY3B6hihjCsBshueisCXjp";

  private static final String LATER_RANGES =
      "BQ9gSy+oo1gyqbpgBggD-"
          + "g1gO6gCB+gngpgHvgVxtD9ghhBtiIphLvgWlgbmiCAlgBvgPzqM+jPkhpgbQtiBeghpiihhghn1iUetgL9vD-gBuhB"
          + "bwqhuhmhhhqhuhmhhjBzMslhBphoBMlBlj8ohJyiB3jDw5HmlCsgL8iJ+phgighBlhphgighjhphhohW2g2zC8mbpv"
          + "CgpF2BhupYmwhBoj8EB1DiBB8gw1qDc6HIlB5CJ2CuhpT2B5HclgIXwjhmhhJgjvgBigGVqH5mNzCsBti2pDzRlhG1"
          + "zDBs+mlIlB9BhgQg+RhBpG2BqkgPgmhjhhhuDW9jE0ikkC5g2gGhpkhF3gCygFoijhqilg5mnojjnhnliqmoGyBkBK"
          + "XuhEC1kNF2TtJHyEC-";

  private static final String UNFORMED_RANGES =
      "BQ9gO-gDy+oo1gyrJqgR9gBggD-"
          + "g1gCnhL9gzgCB+gngpgHvgVvvD9ghhBtiIphLrkWlgbmiCAlgBvgPzqM+jPkhpgIvgbH9iBeghpiihhghn1iB3gZ8g"
          + "UC4gL9vD-gBuhBbwqhuhmhhhqhuhmhhjBzMslhBphoBLpj4Blj8ohI7h1iB3jCmq-"
          + "5HmlCsgL8iH5gCkphgighBlhphgighjhphhohD7gS6g2zC8mHyhH1gkgigkhkgE8gCzgygCxg2vCgpF2BhupKoghhC"
          + "xgLowhBoj8EB1DiBB8gw1qDc6HIlB5CJ2CuhpT2B5T2hHItgIXwjhmhhJgjvgBigGVqH5mNzCsBti2pDzRlhG1zDBs"
          + "+mlIlB9BhgFgmK5+B9jPgBpG2BqkgPgmhjhhhuCLtgBLvjE0ikkC5g2gGhpkhF3gCygFoijhqilg5mnojjnhnliqmo"
          + "GyBuBKXkhEC1kNF2TtJHyEC-";

  private static final String LATER_PUNCTUATION_RANGES =
      "BQ9gFJwhBtiEWzqBXYwgQ3jBCqhhhXggBCmpG3gbhsEFhhPL6ieEvg";

  private static final String LATER_CAPITAL_RANGES =
      "HEpgDdlgecwgqhjglghghghgXMzqhuhmhhBd61";

  private static final String LATER_SMALL_RANGES =
      "HEqgDe0gebhgrgjghghghghghgXN7qhuhmhhBdz1BUL6phzml";

  private static final short[][] PAGES = pages();

  private UnicodeSets() {}

  /** Whether a code point is in a set. */
  static boolean has(int codePoint, int set) {
    return (PAGES[codePoint >> PAGE][codePoint & ((1 << PAGE) - 1)] & set) != 0;
  }

  private static short[][] pages() {
    short[] flags = new short[0x110000];
    fill(flags, OTHER_RANGES, OTHER);
    fill(flags, PUNCTUATION_RANGES, PUNCTUATION);
    fill(flags, NONSPACING_MARK_RANGES, NONSPACING_MARK);
    fill(flags, COMBINING_MARK_RANGES, COMBINING_MARK);
    fill(flags, NUMERIC_RANGES, NUMERIC);
    fill(flags, WORD_RANGES, WORD);
    fill(flags, LETTER_RANGES, LETTER);
    fill(flags, NUMBER_RANGES, NUMBER);
    fill(flags, LATER_RANGES, LATER);
    fill(flags, UNFORMED_RANGES, UNFORMED);
    fill(flags, LATER_PUNCTUATION_RANGES, LATER_PUNCTUATION);
    fill(flags, LATER_CAPITAL_RANGES, LATER_CAPITAL);
    fill(flags, LATER_SMALL_RANGES, LATER_SMALL);
    short[][] pages = new short[flags.length >> PAGE][];
    Map<ShortBuffer, short[]> same = new HashMap<>();
    for (int i = 0; i < pages.length; i++) {
      short[] page = Arrays.copyOfRange(flags, i << PAGE, (i + 1) << PAGE);
      pages[i] = same.computeIfAbsent(ShortBuffer.wrap(page), p -> page);
    }
    return pages;
  }

  /** Ranges are how much is left out and how much follows the first. */
  private static void fill(short[] flags, String ranges, int set) {
    int at = 0;
    int number = 0;
    boolean isGap = true;
    for (int i = 0; i < ranges.length(); i++) {
      int more = MORE.indexOf(ranges.charAt(i));
      if (more >= 0) {
        number = number << 5 | more;
        continue;
      }
      number = number << 5 | LAST.indexOf(ranges.charAt(i));
      if (isGap) {
        at += number;
      } else {
        for (int end = at + number; at <= end; at++) {
          flags[at] |= (short) set;
        }
      }
      isGap = !isGap;
      number = 0;
    }
  }
}
