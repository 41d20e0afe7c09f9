CREATE TABLE "calendar_claims" (
	"player_id" integer NOT NULL,
	"day" text NOT NULL,
	"streak" integer NOT NULL,
	"won_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_claims_pkey" PRIMARY KEY("player_id","day"),
	CONSTRAINT "streak_from_one" CHECK ("calendar_claims"."streak" >= 1)
);
--> statement-breakpoint
CREATE TABLE "free_openings" (
	"player_id" integer NOT NULL,
	"tier" text NOT NULL,
	"night" text NOT NULL,
	"roll_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "free_openings_pkey" PRIMARY KEY("player_id","tier","night")
);
--> statement-breakpoint
CREATE TABLE "mission_claims" (
	"player_id" integer NOT NULL,
	"mission" text NOT NULL,
	"period" text NOT NULL,
	"won_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mission_claims_pkey" PRIMARY KEY("player_id","mission","period")
);
--> statement-breakpoint
CREATE TABLE "raffle_entries" (
	"raffle_id" uuid NOT NULL,
	"player_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "raffle_entries_pkey" PRIMARY KEY("raffle_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "raffles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "raffles_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"item_id" text NOT NULL,
	"price" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"source" text NOT NULL,
	"commit" text,
	"server_seed" text,
	"round" bigint,
	"signature" text,
	"entries" integer,
	"entries_hash" text,
	"frozen_at" timestamp with time zone,
	"roll" integer,
	"winner_id" integer,
	"won_id" uuid,
	"drawn_at" timestamp with time zone,
	CONSTRAINT "source_known" CHECK (("raffles"."source" = 'seed') = ("raffles"."commit" is not null))
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "wheel_spins" (
	"roll_id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"free_day" text,
	"sector" integer NOT NULL,
	"balance" bigint NOT NULL,
	"item_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "order_amounts";--> statement-breakpoint
DROP INDEX "transfers_once";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "referrer_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "commission" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "referred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "raffle_entries" ADD CONSTRAINT "raffle_entries_raffle_id_raffles_id_fk" FOREIGN KEY ("raffle_id") REFERENCES "public"."raffles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raffle_entries" ADD CONSTRAINT "raffle_entries_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_of_player" ON "raffle_entries" USING btree ("player_id","raffle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_raffle_a_period" ON "raffles" USING btree ("kind","opens_at");--> statement-breakpoint
CREATE INDEX "raffles_to_draw" ON "raffles" USING btree ("closes_at") WHERE "raffles"."state" in ('open', 'frozen');--> statement-breakpoint
CREATE INDEX "raffles_drawn" ON "raffles" USING btree ("kind","drawn_at") WHERE "raffles"."state" = 'drawn';--> statement-breakpoint
CREATE UNIQUE INDEX "one_free_spin_a_day" ON "wheel_spins" USING btree ("player_id","free_day") WHERE "wheel_spins"."free_day" is not null;--> statement-breakpoint
CREATE INDEX "spins_of_player" ON "wheel_spins" USING btree ("player_id","roll_id");--> statement-breakpoint
CREATE INDEX "orders_of_referrer" ON "orders" USING btree ("referrer_id","player_id","paid_at") WHERE "orders"."referrer_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("player_id","paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "players_by_referrer" ON "players" USING btree ("referrer_id","referred_at","id") WHERE "players"."referrer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_amounts" CHECK ("orders"."amount" > 0 and "orders"."bonus" >= 0 and "orders"."charge" > 0 and "orders"."commission" >= 0);--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (7, 'house:wheel'), (8, 'house:referrals');
--> statement-breakpoint
GRANT SELECT, INSERT ON free_openings, wheel_spins, calendar_claims, mission_claims, raffle_entries TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON raffles, referral_codes TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
