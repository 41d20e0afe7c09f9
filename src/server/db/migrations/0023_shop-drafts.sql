CREATE TABLE "shop_drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"base" integer NOT NULL,
	"files" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"author_id" uuid NOT NULL,
	"editor_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"approved_by" text,
	"note" text DEFAULT '' NOT NULL,
	"fault" text,
	"edition" integer,
	CONSTRAINT "draft_state_known" CHECK (state in ('open', 'due', 'failed', 'published', 'dropped')),
	CONSTRAINT "draft_due" CHECK ("shop_drafts"."state" <> 'due' or ("shop_drafts"."due_at" is not null and "shop_drafts"."approved_by" is not null)),
	CONSTRAINT "draft_published" CHECK (("shop_drafts"."state" = 'published') = ("shop_drafts"."edition" is not null))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposal_subject_known";--> statement-breakpoint
ALTER TABLE "shop_drafts" ADD CONSTRAINT "shop_drafts_base_shop_editions_id_fk" FOREIGN KEY ("base") REFERENCES "public"."shop_editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_drafts" ADD CONSTRAINT "shop_drafts_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_drafts" ADD CONSTRAINT "shop_drafts_editor_id_staff_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_drafts" ADD CONSTRAINT "shop_drafts_edition_shop_editions_id_fk" FOREIGN KEY ("edition") REFERENCES "public"."shop_editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_drafts_by_state" ON "shop_drafts" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "shop_drafts_due" ON "shop_drafts" USING btree ("due_at") WHERE "shop_drafts"."state" = 'due';--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'draft', 'promo', 'partner', 'notice', 'raffle', 'switch', 'system', 'bots'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposal_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'draft', 'promo', 'partner', 'notice', 'raffle', 'switch', 'system', 'bots'));--> statement-breakpoint
-- Nobody removes a draft: it stays to be read.
GRANT SELECT, INSERT, UPDATE ON "shop_drafts" TO spacedrop_app;--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
