CREATE TABLE "cohorts" (
	"cohort" text NOT NULL,
	"week" text NOT NULL,
	"zone" text NOT NULL,
	"players" integer NOT NULL,
	"active" integer NOT NULL,
	"payers" integer NOT NULL,
	"first_payers" integer NOT NULL,
	"deposited" bigint NOT NULL,
	"margin" bigint NOT NULL,
	CONSTRAINT "cohorts_pkey" PRIMARY KEY("week","cohort")
);
--> statement-breakpoint
CREATE TABLE "figures_of_days" (
	"day" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"active" integer NOT NULL,
	"returning" integer NOT NULL,
	"payers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures_of_games" (
	"day" text NOT NULL,
	"game" text NOT NULL,
	"reference" text NOT NULL,
	"rolls" integer NOT NULL,
	"staked" bigint NOT NULL,
	"won" bigint NOT NULL,
	"expected" double precision NOT NULL,
	"variance" double precision NOT NULL,
	CONSTRAINT "figures_of_games_pkey" PRIMARY KEY("day","game","reference")
);
--> statement-breakpoint
CREATE TABLE "figures_of_hours" (
	"day" text NOT NULL,
	"hour" integer NOT NULL,
	"joined" integer NOT NULL,
	"first_deposits" integer NOT NULL,
	"converted" integer NOT NULL,
	"deposits" integer NOT NULL,
	"deposited" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"staked" bigint NOT NULL,
	"margin" bigint NOT NULL,
	"gifts" bigint NOT NULL,
	"referral" bigint NOT NULL,
	"withdrawals" integer NOT NULL,
	"withdrawn" bigint NOT NULL,
	CONSTRAINT "figures_of_hours_pkey" PRIMARY KEY("day","hour")
);
--> statement-breakpoint
CREATE INDEX "players_by_creation" ON "players" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawal_steps_done" ON "withdrawal_steps" USING btree ("at") WHERE state = 'done';--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "cohorts", "figures_of_days", "figures_of_games", "figures_of_hours" TO spacedrop_app;
