CREATE TABLE "battle_drops" (
	"battle_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"slot" integer NOT NULL,
	"roll" integer NOT NULL,
	"item_id" text NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "battle_drops_pkey" PRIMARY KEY("battle_id","round","slot")
);
--> statement-breakpoint
CREATE TABLE "battle_locks" (
	"battle_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"round" bigint,
	"locked_at" timestamp with time zone NOT NULL,
	"draw_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "battle_locks_pkey" PRIMARY KEY("battle_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "battle_payouts" (
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer,
	"share" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"form" text NOT NULL,
	CONSTRAINT "battle_payouts_pkey" PRIMARY KEY("battle_id","slot"),
	CONSTRAINT "payout_within_share" CHECK ("battle_payouts"."amount" between 0 and "battle_payouts"."share"),
	CONSTRAINT "payout_form" CHECK (("battle_payouts"."form" = 'none') = ("battle_payouts"."amount" = 0))
);
--> statement-breakpoint
CREATE TABLE "battle_rounds" (
	"battle_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"case_url" text NOT NULL,
	"odds_hash" text NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "battle_rounds_pkey" PRIMARY KEY("battle_id","round")
);
--> statement-breakpoint
CREATE TABLE "battle_seats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer,
	"seed" text NOT NULL,
	"percent" integer NOT NULL,
	"paid" bigint NOT NULL,
	"locked" bigint NOT NULL,
	"funded" bigint NOT NULL,
	"house" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "seat_taken_once" UNIQUE("battle_id","slot"),
	CONSTRAINT "one_seat_a_player" UNIQUE("player_id","battle_id"),
	CONSTRAINT "seat_part" CHECK ("battle_seats"."percent" between 10 and 100 and "battle_seats"."percent" % 10 = 0),
	CONSTRAINT "seat_amounts" CHECK ("battle_seats"."paid" >= 0 and "battle_seats"."locked" between 0 and "battle_seats"."paid" and "battle_seats"."funded" >= 0 and "battle_seats"."house" >= 0),
	CONSTRAINT "bots_pay_nothing" CHECK ("battle_seats"."player_id" is not null or "battle_seats"."paid" + "battle_seats"."funded" = 0)
);
--> statement-breakpoint
CREATE TABLE "battle_stakes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"battle_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"player_id" integer NOT NULL,
	"stake" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"margin" bigint NOT NULL,
	"is_paired" boolean NOT NULL,
	CONSTRAINT "stake_counted_once" UNIQUE("battle_id","slot"),
	CONSTRAINT "battle_stake_amounts" CHECK ("battle_stakes"."cash" between 0 and "battle_stakes"."stake" and "battle_stakes"."margin" >= 0)
);
--> statement-breakpoint
CREATE TABLE "battles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "battles_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"creator_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"format" text NOT NULL,
	"mode" text NOT NULL,
	"crazy" boolean NOT NULL,
	"fast" boolean NOT NULL,
	"is_private" boolean NOT NULL,
	"price" bigint NOT NULL,
	"margin_rate" integer NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	"fund" integer NOT NULL,
	"fund_held" bigint NOT NULL,
	"rematch_of" uuid,
	"source" text NOT NULL,
	"commit" text,
	"server_seed" text,
	"chain" text,
	"round" bigint,
	"signature" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"pot" bigint,
	"winners" integer[],
	"shares" bigint[],
	"tab" text GENERATED ALWAYS AS (case when is_private then null when state = 'open' then 'open' when state in ('locked', 'drawn') then 'running'
        when state = 'settled' then 'ended' end) STORED,
	CONSTRAINT "battle_seats_known" CHECK ("battles"."filled" between 1 and "battles"."seats"),
	CONSTRAINT "battle_full_once_locked" CHECK ("battles"."state" in ('open', 'cancelled', 'expired') or "battles"."filled" = "battles"."seats"),
	CONSTRAINT "battle_amounts" CHECK ("battles"."price" > 0 and "battles"."fund_held" >= 0 and "battles"."fund" between 0 and 100),
	CONSTRAINT "battle_funded_privately" CHECK ("battles"."fund" = 0 or "battles"."is_private"),
	CONSTRAINT "battle_source_known" CHECK (("battles"."source" = 'seed') = ("battles"."commit" is not null) and ("battles"."source" = 'drand') = ("battles"."chain" is not null)),
	CONSTRAINT "battle_drawn_whole" CHECK (num_nonnulls("battles"."pot", "battles"."winners", "battles"."shares", "battles"."starts_at") in (0, 4)),
	CONSTRAINT "battle_state_known" CHECK ("battles"."state" in ('open', 'locked', 'drawn', 'settled', 'cancelled', 'expired'))
);
--> statement-breakpoint
DROP INDEX "transfers_once";--> statement-breakpoint
ALTER TABLE "battle_locks" ADD CONSTRAINT "battle_locks_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battle_rounds" ADD CONSTRAINT "battle_rounds_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battle_seats" ADD CONSTRAINT "battle_seats_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battles" ADD CONSTRAINT "battles_creator_id_players_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "battle_seats_of_bots" ON "battle_seats" USING btree ("battle_id") WHERE "battle_seats"."player_id" is null;--> statement-breakpoint
CREATE INDEX "battle_stakes_of_player" ON "battle_stakes" USING btree ("player_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "battles_by_number" ON "battles" USING btree ("number");--> statement-breakpoint
CREATE INDEX "battles_due" ON "battles" USING btree ("due_at") WHERE "battles"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "battles_open" ON "battles" USING btree ("creator_id") WHERE "battles"."state" = 'open';--> statement-breakpoint
CREATE INDEX "battles_funded" ON "battles" USING btree ("creator_id","created_at") WHERE "battles"."fund" > 0;--> statement-breakpoint
CREATE INDEX "battles_settled" ON "battles" USING btree ("ended_at") WHERE "battles"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "battles_rematches" ON "battles" USING btree ("rematch_of","id") WHERE "battles"."rematch_of" is not null;--> statement-breakpoint
CREATE INDEX "battles_listed" ON "battles" USING btree ("tab","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_price" ON "battles" USING btree ("tab","price","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_mode" ON "battles" USING btree ("tab","mode","number");--> statement-breakpoint
CREATE INDEX "battles_listed_by_mode_and_price" ON "battles" USING btree ("tab","mode","price","number");--> statement-breakpoint
CREATE INDEX "battles_listed_crazy" ON "battles" USING btree ("tab","number") WHERE "battles"."crazy";--> statement-breakpoint
CREATE INDEX "transfers_of_battles_out" ON "transfers" USING btree ("debit_id") WHERE "transfers"."debit_id" < 0;--> statement-breakpoint
CREATE INDEX "transfers_of_battles_in" ON "transfers" USING btree ("credit_id") WHERE "transfers"."credit_id" < 0;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated', 'battle-pot');--> statement-breakpoint
CREATE TRIGGER battle_rounds_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON battle_rounds
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER battle_drops_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON battle_drops
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER battle_payouts_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON battle_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER battle_stakes_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON battle_stakes
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON battles TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON battle_seats TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON battle_rounds, battle_locks, battle_drops, battle_payouts, battle_stakes TO spacedrop_app;
--> statement-breakpoint
GRANT UPDATE (sent_at) ON battle_locks TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (10, 'house:battle');
