CREATE TABLE "alert_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"target" text,
	"p256dh" text,
	"auth" text,
	"label" text NOT NULL,
	"quiet" boolean DEFAULT true NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "channel_kind_known" CHECK (kind in ('webhook', 'telegram', 'push')),
	CONSTRAINT "channel_owned" CHECK (("alert_channels"."kind" = 'webhook') = ("alert_channels"."staff_id" is null)),
	CONSTRAINT "channel_addressed" CHECK (("alert_channels"."target" is null) = ("alert_channels"."kind" = 'webhook' or "alert_channels"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_codes" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"chat" text,
	"chat_name" text,
	CONSTRAINT "alert_codes_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"matters" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "alert_state_known" CHECK (state in ('waiting', 'sent', 'failed')),
	CONSTRAINT "alert_ended" CHECK (("alerts"."state" = 'waiting') = ("alerts"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "alerts_told" (
	"channel_id" uuid NOT NULL,
	"key" text NOT NULL,
	"level" integer NOT NULL,
	"alert_id" uuid NOT NULL,
	CONSTRAINT "alerts_told_pkey" PRIMARY KEY("channel_id","key")
);
--> statement-breakpoint
CREATE TABLE "integrity_faults" (
	"part" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "checked_part_known" CHECK (part in ('ledger', 'days', 'audit'))
);
--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_codes" ADD CONSTRAINT "alert_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts_told" ADD CONSTRAINT "alerts_told_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_alert_channel_a_target" ON "alert_channels" USING btree ("staff_id","target") WHERE "alert_channels"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("next_at") WHERE "alerts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alerts_by_state" ON "alerts" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "alerts_of_channel" ON "alerts" USING btree ("channel_id","id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "alert_channels", "alert_codes", "alerts", "alerts_told", "integrity_faults" TO spacedrop_app;
