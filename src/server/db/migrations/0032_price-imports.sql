CREATE TABLE "price_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author" text NOT NULL,
	"source" text NOT NULL,
	"changes" integer NOT NULL,
	"held" integer NOT NULL,
	"unlisted" integer NOT NULL,
	"switched_off" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER price_imports_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON price_imports
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON price_imports TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
