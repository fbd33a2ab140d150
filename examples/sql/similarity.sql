-- Finds the texts that mean the same as a question.
-- Put the files onnx/model.onnx and tokenizer.json of Hugging Face's
-- sentence-transformers/all-MiniLM-L6-v2 into examples/sql/target/minilm first.
-- Paths are relative to where the client and the cluster run.
SET 'sql-client.execution.result-mode' = 'tableau';
SET 'table.display.max-column-width' = '60';
SET 'execution.runtime-mode' = 'batch';

LOAD MODULE pelton;

CREATE TEMPORARY MODEL minilm
INPUT (text STRING)
OUTPUT (embedding ARRAY<FLOAT>)
WITH (
  'provider' = 'pelton',
  'model' = 'examples/sql/target/minilm/model.onnx',
  'tokenizer' = 'examples/sql/target/minilm/tokenizer.json',
  'pooling' = 'mean',
  'normalize' = 'true',
  'max-length' = '256'
);

CREATE TEMPORARY VIEW reviews AS
SELECT id, CAST(text AS STRING) AS text
FROM (VALUES
  (1, 'The battery lasts two days, I am impressed.'),
  (2, 'Arrived late and the box was torn.'),
  (3, 'Charges fast and keeps its charge.'),
  (4, 'The screen is too dark outside.'),
  (5, 'Delivery took three weeks.'),
  (6, 'Beautiful colours, sharp picture!')
) AS t (id, text);

CREATE TEMPORARY VIEW questions AS
SELECT CAST('How long does shipping take?' AS STRING) AS text;

SELECT r.id, r.text, COSINE_SIMILARITY(q.embedding, r.embedding) AS similarity
FROM ML_PREDICT(TABLE reviews, MODEL minilm, DESCRIPTOR(text)) AS r
CROSS JOIN ML_PREDICT(TABLE questions, MODEL minilm, DESCRIPTOR(text)) AS q
ORDER BY similarity DESC;
