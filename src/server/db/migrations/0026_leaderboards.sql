CREATE TABLE "badges" (
	"player_id" integer NOT NULL,
	"badge" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "badges_pkey" PRIMARY KEY("player_id","badge")
);
--> statement-breakpoint
CREATE TABLE "leader_days" (
	"day" text NOT NULL,
	"player_id" integer NOT NULL,
	"margin" bigint DEFAULT 0 NOT NULL,
	"reached_id" uuid,
	"best_id" uuid,
	"best_stake" bigint,
	"best_won" bigint,
	CONSTRAINT "leader_days_pkey" PRIMARY KEY("day","player_id"),
	CONSTRAINT "leader_margin_never_negative" CHECK ("leader_days"."margin" >= 0),
	CONSTRAINT "best_result_whole" CHECK (num_nonnulls("leader_days"."best_id", "leader_days"."best_stake", "leader_days"."best_won") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "leader_periods" (
	"period" text NOT NULL,
	"day" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leader_periods_pkey" PRIMARY KEY("period","day")
);
--> statement-breakpoint
CREATE TABLE "leader_prizes" (
	"period" text NOT NULL,
	"day" text NOT NULL,
	"place" integer NOT NULL,
	"player_id" integer NOT NULL,
	"margin" bigint NOT NULL,
	"prize" bigint NOT NULL,
	"paid" bigint NOT NULL,
	CONSTRAINT "leader_prizes_pkey" PRIMARY KEY("period","day","place"),
	CONSTRAINT "prize_paid_whole" CHECK ("leader_prizes"."paid" in (0, "leader_prizes"."prize"))
);
--> statement-breakpoint
CREATE TABLE "leader_progress" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	CONSTRAINT "one_progress" CHECK ("leader_progress"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "on_boards" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_prizes" ADD CONSTRAINT "leader_prizes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leader_days_of_player" ON "leader_days" USING btree ("player_id","day");--> statement-breakpoint
CREATE INDEX "leader_prizes_of_player" ON "leader_prizes" USING btree ("player_id","period","day");--> statement-breakpoint
CREATE INDEX "players_on_boards" ON "players" USING btree ("id") WHERE "players"."on_boards";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON leader_days TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON leader_progress TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT ON leader_periods, leader_prizes, badges TO spacedrop_app;--> statement-breakpoint
UPDATE players SET on_boards = true WHERE house;--> statement-breakpoint
INSERT INTO badges (player_id, badge)
  SELECT id, 'contracts' FROM accounts WHERE id >= 1000 AND contracts >= 10
  UNION ALL SELECT DISTINCT player_id, 'seed' FROM seeds WHERE state = 'revealed'
  UNION ALL SELECT DISTINCT player_id, 'limit' FROM deposit_limits WHERE amount IS NOT NULL
  UNION ALL SELECT id, 'reminder' FROM players WHERE reality_minutes IS NOT NULL;
