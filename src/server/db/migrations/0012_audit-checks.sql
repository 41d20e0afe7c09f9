CREATE TABLE "audit_checks" (
	"sequence" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposal_subject_known";--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposal_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle'));--> statement-breakpoint
-- How far the chain was right stays as it was written, by whichever role.
CREATE TRIGGER "audit_checks_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_checks"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON "audit_checks" TO spacedrop_app;
--> statement-breakpoint
DROP INDEX "sessions_player_id_index";--> statement-breakpoint
CREATE INDEX "sessions_of_player" ON "sessions" USING btree ("player_id","created_at");
