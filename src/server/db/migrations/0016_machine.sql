CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"clock_ahead_ms" integer DEFAULT 0 NOT NULL,
	"jobs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bot" jsonb,
	"stock" jsonb,
	"stock_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instance_id" uuid NOT NULL,
	"job" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"runs" integer NOT NULL,
	"longest_ms" integer NOT NULL,
	"result" text NOT NULL,
	"error" text,
	CONSTRAINT "job_result_known" CHECK ("job_runs"."result" in ('done', 'failed')),
	CONSTRAINT "job_error_of_failure" CHECK (("job_runs"."result" = 'failed') = ("job_runs"."error" is not null))
);
--> statement-breakpoint
CREATE TABLE "security_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hour" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"event" text NOT NULL,
	"code" text NOT NULL,
	"call" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_source_known" CHECK ("security_counts"."source" in ('site', 'office', 'realtime'))
);
--> statement-breakpoint
CREATE TABLE "stock_days" (
	"day" date NOT NULL,
	"item_id" text NOT NULL,
	"offered" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"replaced" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_days_pkey" PRIMARY KEY("day","item_id")
);
--> statement-breakpoint
CREATE TABLE "stock_held" (
	"item_id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"worth" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upkeep_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author" text NOT NULL,
	"instance_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"state" text NOT NULL,
	"result" jsonb,
	"problem" text,
	CONSTRAINT "upkeep_kind_known" CHECK ("upkeep_runs"."kind" in ('check', 'backup')),
	CONSTRAINT "upkeep_ended" CHECK (("upkeep_runs"."state" = 'running') = ("upkeep_runs"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposal_subject_known";--> statement-breakpoint
CREATE INDEX "instances_by_sign" ON "instances" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "job_runs_by_job" ON "job_runs" USING btree ("job","id");--> statement-breakpoint
CREATE UNIQUE INDEX "security_counts_once" ON "security_counts" USING btree ("hour","source","event","code","call");--> statement-breakpoint
CREATE INDEX "security_counts_by_event" ON "security_counts" USING btree ("event","hour","id");--> statement-breakpoint
CREATE INDEX "security_counts_by_hour" ON "security_counts" USING btree ("hour","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_upkeep_at_a_time" ON "upkeep_runs" USING btree ("kind") WHERE "upkeep_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "upkeep_runs_by_kind" ON "upkeep_runs" USING btree ("kind","id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle', 'switch', 'system', 'bots'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposal_subject_known" CHECK (subject_kind in ('session', 'staff', 'audit', 'proposal', 'player', 'withdrawal', 'letter', 'order', 'edition', 'promo', 'raffle', 'switch', 'system', 'bots'));--> statement-breakpoint
INSERT INTO "stock_days" ("day", "item_id", "offered", "missing", "replaced")
  SELECT ("withdrawal_steps"."at" at time zone 'UTC')::date, "items"."item_id", count(*) filter (where "withdrawal_steps"."state" = 'sent'),
    count(*) filter (where "withdrawal_steps"."state" = 'unavailable'), count(*) filter (where "withdrawal_steps"."state" = 'replaced')
  FROM "withdrawal_steps" JOIN "withdrawals" ON "withdrawals"."id" = "withdrawal_steps"."withdrawal_id" JOIN "items" ON "items"."id" = "withdrawals"."item_id"
  WHERE "withdrawal_steps"."state" in ('sent', 'unavailable', 'replaced') and coalesce("withdrawal_steps"."note", '') not like 'costs % cents now' GROUP BY 1, 2;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "instances", "job_runs", "security_counts", "stock_held", "stock_days", "upkeep_runs" TO spacedrop_app;
