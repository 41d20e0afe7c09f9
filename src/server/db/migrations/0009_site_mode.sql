CREATE TABLE "site_mode" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_mode" CHECK ("site_mode"."is_only_row"),
	CONSTRAINT "known_mode" CHECK ("site_mode"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
CREATE TRIGGER site_mode_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON site_mode
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT ON site_mode TO spacedrop_app;
