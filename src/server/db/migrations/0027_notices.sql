CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"group_kind" text NOT NULL,
	"group_days" integer,
	"title" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"link" text,
	"state" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"author_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notice_sent_once" UNIQUE("key"),
	CONSTRAINT "notice_group_known" CHECK (group_kind in ('everyone', 'depositors', 'neverDeposited', 'away')),
	CONSTRAINT "notice_state_known" CHECK (state in ('sending', 'sent', 'stopped')),
	CONSTRAINT "notice_group_days" CHECK (("notices"."group_kind" = 'away') = ("notices"."group_days" is not null)),
	CONSTRAINT "notice_ended" CHECK (("notices"."state" = 'sending') = ("notices"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "notice_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_sending" ON "notices" USING btree ("id") WHERE "notices"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "notices_listed" ON "notices" USING btree ("id") WHERE not "notices"."is_test";--> statement-breakpoint
CREATE UNIQUE INDEX "one_notice_a_player" ON "notifications" USING btree ("player_id","notice_id") WHERE "notifications"."notice_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_of_notices" ON "notifications" USING btree ("player_id","id") WHERE "notifications"."notice_id" is not null;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "notices" TO spacedrop_app;
