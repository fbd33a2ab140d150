-- Two streams meet: purchases, and the logins of the same account in the ten minutes before them.
-- Each pair is scored as it comes. Paths are relative to where the client and the cluster run.
SET 'sql-client.execution.result-mode' = 'tableau';
SET 'execution.runtime-mode' = 'streaming';

CREATE TEMPORARY TABLE purchases (
  id BIGINT, account STRING, amount FLOAT, country STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/data/purchases.json', 'format' = 'json');

CREATE TEMPORARY TABLE logins (
  account STRING, failures INT, country STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/data/logins.csv', 'format' = 'csv');

CREATE TEMPORARY MODEL fraud
INPUT (amount FLOAT, seconds FLOAT, failures FLOAT, abroad FLOAT)
OUTPUT (label STRING, risk FLOAT)
WITH (
  'provider' = 'pelton',
  'model' = 'examples/sql/models/fraud.onnx',
  'output.mapping' = 'risk = probabilities[1]'
);

CREATE TEMPORARY VIEW pairs AS
SELECT
  p.id, p.account, p.amount,
  CAST(TIMESTAMPDIFF(SECOND, l.ts, p.ts) AS FLOAT) AS seconds,
  CAST(l.failures AS FLOAT) AS failures,
  CAST(CASE WHEN p.country <> l.country THEN 1 ELSE 0 END AS FLOAT) AS abroad
FROM purchases p JOIN logins l
ON p.account = l.account AND l.ts BETWEEN p.ts - INTERVAL '10' MINUTE AND p.ts;

SELECT id, account, amount, seconds, failures, abroad, label, risk
FROM ML_PREDICT(TABLE pairs, MODEL fraud, DESCRIPTOR(amount, seconds, failures, abroad));
