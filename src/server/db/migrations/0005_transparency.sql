CREATE TABLE "published_days" (
	"day" text PRIMARY KEY NOT NULL,
	"sequence" integer NOT NULL,
	"previous" text,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"rows" "bytea" NOT NULL,
	CONSTRAINT "published_days_sequence_unique" UNIQUE("sequence"),
	CONSTRAINT "published_days_previous_unique" UNIQUE("previous"),
	CONSTRAINT "published_days_hash_unique" UNIQUE("hash"),
	CONSTRAINT "day_hashed" CHECK ("published_days"."hash" = encode(sha256(convert_to(coalesce("published_days"."previous", '0000000000000000000000000000000000000000000000000000000000000000') || E'\n' || "published_days"."text", 'UTF8')), 'hex')),
	CONSTRAINT "day_first_alone" CHECK (("published_days"."sequence" = 1) = ("published_days"."previous" is null))
);
--> statement-breakpoint
ALTER TABLE "published_days" ADD CONSTRAINT "published_days_previous_published_days_hash_fk" FOREIGN KEY ("previous") REFERENCES "public"."published_days"("hash") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What was published stays as it was, by whichever role.
CREATE TRIGGER "published_days_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "published_days"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON "published_days" TO spacedrop_app;
