-- Scores the Adult census: first an Arrow file in batch mode, into Arrow files that are read back,
-- then the same people from CSV files as a stream.
-- Paths are relative to where the client and the cluster run.
SET 'sql-client.execution.result-mode' = 'tableau';
SET 'execution.runtime-mode' = 'batch';
SET 'table.dml-sync' = 'true';
SET 'table.exec.async-ml-predict.max-concurrent-operations' = '2048';

CREATE TEMPORARY TABLE people (
  age FLOAT, workclass STRING, fnlwgt FLOAT, education STRING, `education-num` FLOAT,
  `marital-status` STRING, occupation STRING, relationship STRING, race STRING, sex STRING,
  `capital-gain` FLOAT, `capital-loss` FLOAT, `hours-per-week` FLOAT, `native-country` STRING,
  income STRING, held_out BOOLEAN
) WITH ('connector' = 'filesystem', 'path' = 'examples/jobs/data/adult.arrow', 'format' = 'arrow');

CREATE TEMPORARY MODEL adult
INPUT (
  age FLOAT, workclass STRING, fnlwgt FLOAT, education STRING, `education-num` FLOAT,
  `marital-status` STRING, occupation STRING, relationship STRING, race STRING, sex STRING,
  `capital-gain` FLOAT, `capital-loss` FLOAT, `hours-per-week` FLOAT, `native-country` STRING
)
OUTPUT (label STRING, probabilities ARRAY<FLOAT>)
WITH (
  'provider' = 'pelton',
  'model' = 'examples/jobs/models/adult.onnx',
  'batch.max-rows' = '1024',
  -- a text that is not known is a category of its own; a number is NaN by default
  'null-handling.inputs' =
    'workclass = default(?); occupation = default(?); native-country = default(?)'
);

CREATE TEMPORARY TABLE scored (
  age FLOAT, workclass STRING, fnlwgt FLOAT, education STRING, income STRING, held_out BOOLEAN,
  label STRING, probabilities ARRAY<FLOAT>
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/target/adult', 'format' = 'arrow');

INSERT INTO scored
SELECT age, workclass, fnlwgt, education, income, held_out, label, probabilities
FROM ML_PREDICT(
  TABLE people, MODEL adult,
  DESCRIPTOR(
    age, workclass, fnlwgt, education, `education-num`, `marital-status`, occupation,
    relationship, race, sex, `capital-gain`, `capital-loss`, `hours-per-week`, `native-country`));

SELECT
  held_out, COUNT(*) AS people,
  AVG(CASE WHEN label = income THEN 1.0 ELSE 0.0 END) AS accuracy
FROM scored GROUP BY held_out ORDER BY held_out;

-- The CSV files, with '?' for what is not known, are made from the Arrow file.
CREATE TEMPORARY TABLE people_csv (
  age FLOAT, workclass STRING, fnlwgt FLOAT, education STRING, `education-num` FLOAT,
  `marital-status` STRING, occupation STRING, relationship STRING, race STRING, sex STRING,
  `capital-gain` FLOAT, `capital-loss` FLOAT, `hours-per-week` FLOAT, `native-country` STRING,
  income STRING, held_out BOOLEAN
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/target/people',
  'format' = 'csv', 'csv.null-literal' = '?');

INSERT INTO people_csv SELECT * FROM people;

CREATE TEMPORARY TABLE scored_csv (
  age FLOAT, workclass STRING, fnlwgt FLOAT, education STRING, income STRING, held_out BOOLEAN,
  label STRING, probabilities ARRAY<FLOAT>
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/target/adult-csv', 'format' = 'arrow');

SET 'execution.runtime-mode' = 'streaming';
SET 'execution.checkpointing.interval' = '1 s';
SET 'table.exec.async-ml-predict.output-mode' = 'ALLOW_UNORDERED';

INSERT INTO scored_csv
SELECT age, workclass, fnlwgt, education, income, held_out, label, probabilities
FROM ML_PREDICT(
  TABLE people_csv, MODEL adult,
  DESCRIPTOR(
    age, workclass, fnlwgt, education, `education-num`, `marital-status`, occupation,
    relationship, race, sex, `capital-gain`, `capital-loss`, `hours-per-week`, `native-country`));
