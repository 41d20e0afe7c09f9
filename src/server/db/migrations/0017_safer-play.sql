CREATE TABLE "limit_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"window" text NOT NULL,
	"before" bigint,
	"after" bigint,
	"at" timestamp with time zone NOT NULL,
	"applies_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "play_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_outcome_known" CHECK (outcome in ('no-concern', 'talked', 'limit-suggested', 'time-out-suggested', 'excluded'))
);
--> statement-breakpoint
CREATE TABLE "play_signals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"numbers" jsonb NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"waits_from" timestamp with time zone,
	"looked_at" timestamp with time zone,
	"staff_id" uuid,
	CONSTRAINT "signal_kind_known" CHECK (kind in ('chasing', 'many-deposits', 'nights', 'limits-raised', 'withdrawals-cancelled')),
	CONSTRAINT "signal_seen_in_order" CHECK ("play_signals"."last_seen" >= "play_signals"."first_seen"),
	CONSTRAINT "signal_looked_at" CHECK (("play_signals"."looked_at" is null) = ("play_signals"."staff_id" is null)),
	CONSTRAINT "signal_waits_or_was_seen" CHECK (num_nonnulls("play_signals"."waits_from", "play_signals"."looked_at") > 0)
);
--> statement-breakpoint
CREATE TABLE "safer_play_months" (
	"month" text PRIMARY KEY NOT NULL,
	"prompts" integer DEFAULT 0 NOT NULL,
	"players" integer DEFAULT 0 NOT NULL,
	"looked_at" integer DEFAULT 0 NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"limits" integer DEFAULT 0 NOT NULL,
	"exclusions" integer DEFAULT 0 NOT NULL,
	"deposits_before" bigint DEFAULT 0 NOT NULL,
	"deposits_after" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "safer_play_progress" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"looked_until" timestamp with time zone NOT NULL,
	CONSTRAINT "one_look" CHECK ("safer_play_progress"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "exclusions" ADD COLUMN "words" jsonb;--> statement-breakpoint
ALTER TABLE "limit_changes" ADD CONSTRAINT "limit_changes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_conversations" ADD CONSTRAINT "play_conversations_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_conversations" ADD CONSTRAINT "play_conversations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_signals" ADD CONSTRAINT "play_signals_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_signals" ADD CONSTRAINT "play_signals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "limit_changes_of_player" ON "limit_changes" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "play_conversations_of_player" ON "play_conversations" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "play_signals_of_player" ON "play_signals" USING btree ("player_id","kind","id");--> statement-breakpoint
CREATE INDEX "play_signals_waiting" ON "play_signals" USING btree ("waits_from","id") WHERE "play_signals"."waits_from" is not null;--> statement-breakpoint
CREATE INDEX "play_signals_by_time" ON "play_signals" USING btree ("first_seen");--> statement-breakpoint
CREATE INDEX "deposit_limits_by_change" ON "deposit_limits" USING btree ("changed_at","player_id","window");--> statement-breakpoint
INSERT INTO "limit_changes" SELECT (lpad(to_hex((extract(epoch from "changed_at") * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, "player_id", "window", NULL, "amount", "changed_at", "changed_at" FROM "deposit_limits";--> statement-breakpoint
GRANT SELECT, INSERT ON "limit_changes" TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "play_signals" TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "play_conversations" TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "safer_play_progress", "safer_play_months" TO spacedrop_app;
