CREATE TABLE "switches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "switches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"words" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "switch_ends_later" CHECK ("switches"."until" > "switches"."since" and "switches"."ended_at" >= "switches"."since")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_switch_at_a_time" ON "switches" USING btree ("name") WHERE "switches"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "switches_by_end" ON "switches" USING btree ("ended_at");--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposal_subject_known";--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle', 'switch'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposal_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle', 'switch'));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "switches" TO spacedrop_app;
