CREATE TABLE "odds_periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "odds_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"hash" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "returns_of_days" ADD COLUMN "expected" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "returns_of_days" ADD COLUMN "variance" double precision NOT NULL;--> statement-breakpoint
CREATE INDEX "odds_of_case" ON "odds_periods" USING btree ("reference","id");--> statement-breakpoint
INSERT INTO odds_periods (reference, hash, since)
  SELECT reference, hash, created_at FROM odds_tables WHERE game = 'case' ORDER BY created_at, reference;
--> statement-breakpoint
GRANT SELECT, INSERT ON odds_periods TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
