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
      "hnihhxC-BgtgBKyl2gGggBxgEH+gBf8k6kBxkhpBPcwGH-BP-"
          + "gH5iEGhgBKfijFGvnYLUmg+C-BfcgBff9iBff9";

  private static final String PUNCTUATION_RANGES =
      "Bhuqm6l6jBiglgjgqhjgjgV+gogOylBphBzghgigigBsh0hhhtgihCqjDmgBrtHpiB2u-gIlhqgL-gYjgC6g"
          + "qhFouhgBljCngCqkkhDvlFrgTkoE3gTshBshCuiCnhE9ihiBlqJ5hG4hEgmhlFsmE7jB7kB+hCgnrgZ83ozh"
          + "shr+huhT5j9hBB9tCvh-pMz1B-"
          + "jBghX7jhhDwgEvBuhyN+ikpirwgsgDigC6gdAihItiDjgqgDzlL8jC2hBoihgBxhBvgDhswhD8jD+hwhH5gU"
          + "KyhGwp2BihthgkghhE1ihlhjqhjh6ihg7ghghmM6iU8gBwgM+gXngGng-"
          + "gIwoBmgDwmCimC5jBFqmDthhjD+jBwhCvkjgtghiC4lDrgQ8gH62DpiH4iDJxkRP5hElgChkogUK6gHPnk";

  private static final String NONSPACING_MARK_RANGES =
      "YgDvIzkIpBshghhhhhgCoqBw0wgDlmilihhjBjg+6C7qB6oBijhohihkBriEn-"
          + "B3ghgknkgjmqh9gB6gkjog0h9hB5gkhkhiijg+hjgrhB5gkkhhkg0h9gB6gighjogogrh+gB9gsgBygB9ili"
          + "hjnhrh9gB6gigmglh0h9gB-"
          + "jog0hDmgnihgC6gimsnDigilhhrlCqh7ghghgB3thkhhlqhBjpgDmjhlhhih5hkiwjtgihmgvgV-idyi9i9h"
          + "+hCghhmogiqpgBtiE7gD2ikhpgmiG7higB6ghmhghginmpigBwtCijBwghkhglgBooshBgjihhiB4ghhjghi"
          + "B6nihE4ihshmkgmgjhGmB1mjWwskgjrCf+iEtgDg-RqjDrhdO0gkpBghCwhIwgjgkg5hE9g7xB0n5qBuiBwg"
          + "ijigBogCjlihihsgogBvgBzghiihlhhgBqhogHugigkgTZwgXhvwvetgHigE1kBUmihhljBoikgFlhBI6gB2"
          + "uB4iBxjihCliBkkhnB+gshB0oriDiiighhFngjn1hB6gjgBlmjkJ+lhgkhhhHujmhhh7hC1nighhDqghgilh"
          + "gDliijhkUekkB7mBC4jTIqhFGoixnim+jE0iBd7B2kBxogug2khuDRgmYGBpHv";

  private static final String COMBINING_MARK_RANGES =
      "YgDvIzmInBshghhhhhgCoqBw0wgDlmilihhjBjg+6C7qB6oBijhohihkBriD4thBgB2ihxhmqh9iB4ghmihi"
          + "ipgqh9iB4ghkkhiijg+hjgriB4ghnhihi0h9iB4ghmihiiohqh+gB7kjihjpgBojB6mhihjnhrh9iB4ghmhi"
          + "hjnhrh9iB6mhihjpgqh+hCmgklhghnyhB9gimsnDigilhhrlCqh7ghghgkhBxzhhlqhBjpgDkz3jkihiimjj"
          + "trhgqjV-idyi9i9h+hCg-"
          + "pgBtiD3hBigD2rkrG7kB5ph8igBwuChkBvwBmosi+sB4tBwzE4ih0kgkijhGmB1lkWwBgCf+iEtgDg-RqlDp"
          + "hdO0jhpBghCwhIwgjgkg3kC4hByx6xB0n5sBsjBvtBkgCjtsgohBtiByghiihlhhgBpklhHsnhhTZwgXhvwv"
          + "etgHigE1kBUmihhljBoikgFlhBI5iB1uB4jBtqCliBktB+gsiBwtpiC-rmgFgr1jB4ghmihiipgqhimjkGgx"
          + "DpzHrmio7hCywDqsDluBIjnhnCy1htTR5kB7mBA6BtwjTIqhFGmkjlonim+jE0iBd7B2kBxogug2khuBKwmh"
          + "wimhhhkCFlmDtmYFd1Hv";

  private static final String NUMERIC_RANGES =
      "BwpD4hlgiiBNhpEmpGmpM8pD2pklDspD2pD2pilDusDzpomDnpDomnyDtpDgpD2pCmzIspCmpWvzbxiHvpmp"
          + "2pJspEgqFlpmpF2pC2pEmpmpBA2gjlmpGmByikW2B7Cu1T29BLpgYpg5ouiK3jEqp+nhuBgpBnucbgpF8pKg"
          + "lE6pBmpGmp2pC2pM2pUY2pPtBssB4xhK16Bkj9gogEmkGqpdun5mBnoCrk2lFghiviBtCgoB0h+iCrkDon4n"
          + "BpmKqlBwpmpI2+E+pBqjDwmEm9EgpB8pEwpnzH7pK2pD2pL2pDmpmzCsrNkyC9pU2pC28HjpCmpB2pLmpDm0"
          + "BBrDuPGhpCJmpC2pEmphmQupIm2K9iXH5pBOmzszDs4BC1BxCKgpNmpP2pH3pWsoEgpY3B6hihjCsBshueis"
          + "CXjp";

  private static final String WORD_RANGES =
      "Bwpn5kgh5Bvgqgkgl2h+hOpkruknghgxD0hhijhgmghihghzhCyhEqhFshBligmBooBshghhhhhgo6kj9qlC"
          + "pkDlhniphyigwB6iDkuB1kgigiBty7kql3hloCqhEgiphyhnihi1hmhgjjioihijogkhhkirqghgiihlkhi1"
          + "hmhhhhhhighkkhiijgnjhgnvrihohih1hmhhhkiphihiigvjippmhihnihi1hmhhhkioihiinikhhkiphgwh"
          + "hljihjjhhghhjhjijrkkjihjigmgupwshih2hviohihjnhhiigijipwjhnhih2hphkiohihjnhmhhjiphiss"
          + "hihByhihkljnkipqlhihxj3hohgimjgklhghnmpihtB5luhpBnhhghkh3hgh2ikhghmhpijBgg3hmprghghg"
          + "kphBjkzhxhBjpgB5CpmCtiBlhglgiBqhKshjimhghjiBohjiBghjimhghjiuhB4hjiCiiiBgvwC1iljTriwh"
          + "5lCqjqn1p1rzsshihhsCzjgkhipBhihqmC4nBqlClq+hrkrqBnikrBrk5mpBm7kB+h8iqmptgo+BxCsjpxos"
          + "DzsB3opjBwiqlBqiiwihBmlQ1iliBlilinhghghgh+iB0hmhgjihmjjilkslihmvhBxhzg8gtgwsBzBgxgkg"
          + "iphgjkmghghghjhqijlkkgxBoZtBzBY2HkmosBlhglgiB3ngv3pmhmhmhmhmhmhmhmh-"
          + "BvgO1i5uhkikkC1ihiihC5hjlBqhC9x-BwvQgGN-CgVUsCjBtiIsj70ByhphDyBloiDmiCiihhghn1B1kgzB"
          + "zsClqpm3jghBwiBjs8jCguqm+hB2ptipm2jCo4iivikqlililpmhmhBqhtmD6hhipmKdjs2kBwIIkLtiDpBm"
          + "msklrhshkhghhhhhDrBhLqyB-"
          + "iB1Borkvwvjh4iBgkhEmzpn5kgh5rC4jlililiiBjrh5hyhhhuitBiD6ClB0EogEi8jBwvg--t9lBql9iBjk"
          + "nhkBqE9ipmBjkBjkBnoBzsqhuhmhhhqhuhmhhjBzsJ2p1qn4lhBphoCllighBrhhjgi2q2p+Chyhhq1q5CmB"
          + "3mhCgjhhlnhih8iikgBg8j8Bjnh95B1q1qytxDuCoB3BytBytBnopmBljkh2H6BphhjhwiB3BgqgoBg-"
          + "1Bq072pCm-vpB7ngt4npmB0hpkjoBjigpCkkjhshgBjxhBkmjB+mhghjhuhpnB6lpmjhnihi1hmhhhkhpihi"
          + "iigmglmimjkrphgighBlhphgighjhnth9Cqlpkj+ClhgopFmB1io3lBiCgjgrpBmB4npmz86iukpmmF5B6Dl"
          + "Cp1niginhhh9hhiospCmniBtinhh7B+ogoCpjgyCoGnBgvpmohBshovp49i1htCpmhhhBrjghhhoopmlhhhB"
          + "khhhlnpJ22pwhBojktqC1gCvc5DmDuxGjCSsDgvBBvw1qDc6lSmGV5B5BWmR4n+hpmCuhpm9ikrB2pjspp0l"
          + "yNwBsjpGmB-EgCqkB4nwCghhhrhuFf3oBG1BppIXnjhmhhhJivg9iigujoMrCIkDqlsjonpjhECxpQmBti2Q"
          + "+kjlonim+jE0iN7C0hCmhhigihijhrhghmhCghjinhmh7hjhkhgjmhKzi4h4h+h4h+h4h+h4h+h4hniBxQgB"
          + "2kBxogug2khuBCw+mlG1mhwimhhhklB9BhgDwBsjtipkgKh+xB5O2BpG2BqPlmhjhhhuhGkrmBpCrkpBFmjh"
          + "6hhhgighphjhghgmgkghghghihhhgighghghghghhhgijhmhjhjhghphwlihkhwT05m5m5CTmpBAmBJW-"
          + "BgEB5mG9iFUhuHJwvTtCNiQ9BPiEaqlEC-VXKwHv";

  private static final String LETTER_RANGES =
      "Ch5m5Bvgqgkgl2h+hOpkruknghgEhkhhijhgmghihghzhCyhEqoFlhBligmBoCn6kjBtBqBjhhDihgvhnhqi"
          + "igwgh99C4rg4Bgphkgl1kgpgjg34nql3hlxBpB6B1jgygnpvvknihi1hmhgjjjgwgthhiuhqgolkhi1hmhhh"
          + "hhh-jhgziwohih1hmhhhkjgygvh3grnihi1hmhhhkjg+hhivgxghljihjjhhghhjhjijr2gB0nhih2hvjg6i"
          + "igih+gknhih2hphkjg-"
          + "hhhvhxohihBoigwglioi4llxj3hohgimB6BvhhsmB6hhghkh3hghphhpgikhg1jBggB-nhBj7kDzBq0gwlkj"
          + "jgjhnikssgxBlhglgiBqhKshjimhghjiBohjiBghjimhghjiuhB4hjiCiBlvwC1iljTriwh5lCqmnnxtyuxu"
          + "shivBzBjgkgCjC4nkiBhhglClq+Bx9ikrBrk5B22pB0CygC9BuxnB29thqBr6BjBpiqBjiqlBqiiBpjhlhhj"
          + "glF-CgI1iliBlilinhghghgh+iB0hmhgjihmjjilkslihmD0gtgwsDlgkgiphgjkmghghghjhqijlkkgB0hC"
          + "T7HkmjjhsBlhglgiB3ngw2pmhmhmhmhmhmhmhmCwgO1hBqklhkC1mihC5hjlBqhC9x-BwvQgGN-CgVUsCjBt"
          + "iIsjvqh0Buw+iClBxoiDmiCiihhghn1vhihjh29BzuBxB+ljghhr7q258nBu8gwkhpqkhBo3ihn02jgjBxhg"
          + "jhikighg4iiqnislililpmhmhBqhtmDy9Kdjs2kBwIIkLtiDpBmmsklghphshkhghhhhhDrBhLqyB-"
          + "iB1BorD0khEmBk5m5rC4jlililiiBjrh5hyhhhuitBiD6Ml8jBwBv-tzhnmBlq9iBjknBwE9yBjkBjkBnoBz"
          + "sqhuhmhhhqhuhmhhjBzsJ2p1qn4lhBphoCllighBrhhjgi2q2p+Chyhhq1q5CmB3mhCggvjhih8Bq8j8Bjnh"
          + "77B1q1qytxDuCoB3BytBytBjBm7p2H6BpmhwiB78qgo1BqxBu072sB0B5higtBsBg46Bj9gigoBijgsBvuj1"
          + "ghgBjxh4zhB-mhghjhuhpnBuBmnihi1hmhhhkjgygsk+phgighBlhg5ghgBsB0yj0i+Bv0hhgF4BuBpjBkBv"
          + "0gB7BqtgCn6BlmF5BrD0B--niginhhh3vghgC+niBmwghg8gqBnng1grBtzgyCoGnBg-"
          + "ohBkxgBx9DwmhhhBl1g5lhhh-"
          + "ugKnyvghshBhD8gCvc5HmGjCSsDgvBBvxl5Dc6lSmGV59BXiR4n+xCux9yBvwj-0lyNwBsGzB-EgCqlgCisC"
          + "ghhg8Ff3oBG1BppIXnjhmhhhJivg9iigujoMrCIkDqlsjonpFbmC0hCmhhigihijhrhghmhCghjinhmh7hjh"
          + "khgjmhKzi4h4h+h4h+h4h+h4h+h4hnBZ0+mlIlB9EyBsqmwgKh9yBrPk7Hk9igPvmhjhhhuhGkB7CjngBF0j"
          + "h6hhhgighphjhghgmgkghghghihhhgighghghghghhhgijhmhjhjhghphwlihkhwEKkBJW-"
          + "BgEB5mG9iFUhuHJwvTtCNiQ9BPiEaqlEC-";

  private static final String NUMBER_RANGES =
      "BwpD4hlgiiBNhpEmpGmpM8pD2pklDspD2pD2pilDusDzpomDnpDomnyDtpDgpD2pCmzIspCmpWvzbxiHvpmp"
          + "2pJspEgqFlpmpF2pC2pEmpmpBA2gjlmpGmByikW2B7Cu1T29BLpgYpg5ouiK3jEqp+nhuBgpBnucbgpF8pKg"
          + "lE6pBmpGmp2pC2pM2pUY2pPtBssB4xhK16Bkj9gogEmkGqpdun5mBnoCrk2lFghiviBtCgoB0h+iCrkDon4n"
          + "BpmKqlBwpmpI2+E+pBqjDwmEm9EgpB8pEwpnzH7pK2pD2pL2pDmpmzCsrNkyC9pU2pC28HjpCmpNmpDm0BBr"
          + "DuPGhpCJmpC2pEmphmQupIm2XS5pBOmzszDs4BC1BxCKgpNmpP2pH3pWsoEgpY3B6hihjCsBshueisCXjp";

  private static final String LATER_RANGES =
      "BQ9gSy+oo1gyqbpgBggD-"
          + "g1gO6gCB+gngpgHvgVxtD9ghhBtiIphLvgWlgbmiCAlgBvgPzqM+jPkhpgbQtiBeghpiihhghn1iUetgL9vD"
          + "-gBuhBbwqhuhmhhhqhuhmhhjBzMslhBphoBMlBlj8ohJyiB3jDw5HmlCsgL8iJ+phgighBlhphgighjhphho"
          + "hW2g2zC8mbpvCgpF2BhupYmwhBoj8EB1DiBB8gw1qDc6HIlB5CJ2CuhpT2B5HclgIXwjhmhhJgjvgBigGVqH"
          + "5mNzCsBti2pDzRlhG1zDBs+mlIlB9BhgQg+RhBpG2BqkgPgmhjhhhuDW9jE0ikkC5g2gGhpkhF3gCygFoijh"
          + "qilg5mnojjnhnliqmoGyBkBKXuhEC1kNF2TtJHyEC-";

  private static final String UNFORMED_RANGES =
      "BQ9gO-gDy+oo1gyrJqgR9gBggD-"
          + "g1gCnhL9gzgCB+gngpgHvgVvvD9ghhBtiIphLrkWlgbmiCAlgBvgPzqM+jPkhpgIvgbH9iBeghpiihhghn1i"
          + "B3gZ8gUC4gL9vD-gBuhBbwqhuhmhhhqhuhmhhjBzMslhBphoBLpj4Blj8ohI7h1iB3jCmq-"
          + "5HmlCsgL8iH5gCkphgighBlhphgighjhphhohD7gS6g2zC8mHyhH1gkgigkhkgE8gCzgygCxg2vCgpF2Bhup"
          + "KoghhCxgLowhBoj8EB1DiBB8gw1qDc6HIlB5CJ2CuhpT2B5T2hHItgIXwjhmhhJgjvgBigGVqH5mNzCsBti2"
          + "pDzRlhG1zDBs+mlIlB9BhgFgmK5+B9jPgBpG2BqkgPgmhjhhhuCLtgBLvjE0ikkC5g2gGhpkhF3gCygFoijh"
          + "qilg5mnojjnhnliqmoGyBuBKXkhEC1kNF2TtJHyEC-";

  private static final String LATER_PUNCTUATION_RANGES =
      "BQ9gFJwhBtiEWzqBXYwgQ3jBCqhhhXggBCmpG3gbhsEFhhPL6ieEvg";

  private static final String LATER_CAPITAL_RANGES = "HEpgDdlgecwgqhjglghghghgXMzqhuhmhhBd61";

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
