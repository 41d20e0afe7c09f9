CREATE TABLE "shop_editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"catalogue_digest" text NOT NULL,
	"files" jsonb NOT NULL,
	"own" jsonb NOT NULL,
	"author" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_files" (
	"digest" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "shop_editions_by_digest" ON "shop_editions" USING btree ("digest");
--> statement-breakpoint
-- What was an edition before: each of its files is the shop's own, so that no release replaces one.
INSERT INTO shop_files (digest, text)
SELECT DISTINCT encode(sha256(convert_to(file.value, 'UTF8')), 'hex'), file.value
FROM catalogue_editions, jsonb_each_text(catalogue_editions.files) file;
--> statement-breakpoint
INSERT INTO shop_editions (digest, catalogue_digest, files, own, author, changes, at)
SELECT encode(sha256(convert_to(named.lines, 'UTF8')), 'hex'), old.digest, named.files, named.own, old.author, old.changes, old.at
FROM catalogue_editions old, LATERAL (
  SELECT string_agg(name || ':' || digest || E'\n', '' ORDER BY name COLLATE "C") AS lines,
    jsonb_object_agg(name, digest) AS files, jsonb_agg(name ORDER BY name COLLATE "C") AS own
  FROM (
    SELECT file.key AS name, encode(sha256(convert_to(file.value, 'UTF8')), 'hex') AS digest
    FROM jsonb_each_text(old.files) file
  ) each_file
) named
ORDER BY old.id;
--> statement-breakpoint
DROP TABLE "catalogue_editions" CASCADE;
--> statement-breakpoint
GRANT SELECT, INSERT ON shop_editions, shop_files TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
