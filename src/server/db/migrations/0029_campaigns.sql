CREATE TABLE "promo_openings" (
	"promo_id" integer NOT NULL,
	"player_id" integer NOT NULL,
	"use" integer NOT NULL,
	"roll_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promo_openings_pkey" PRIMARY KEY("promo_id","player_id","use"),
	CONSTRAINT "promo_openings_rollId_unique" UNIQUE("roll_id"),
	CONSTRAINT "use_from_one" CHECK ("promo_openings"."use" >= 1)
);
--> statement-breakpoint
CREATE TABLE "player_campaigns" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"medium" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"term" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_texts_short" CHECK (greatest(length(source), length(medium), length(campaign), length(content), length(term)) <= 64),
	CONSTRAINT "campaign_named" CHECK (source || medium || campaign || content || term <> '')
);
--> statement-breakpoint
ALTER TABLE "promo_batches" DROP CONSTRAINT "batch_bonus_sane";--> statement-breakpoint
ALTER TABLE "promo_codes" DROP CONSTRAINT "promo_bonus_sane";--> statement-breakpoint
ALTER TABLE "promo_batches" ADD COLUMN "case_url" text;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "case_url" text;--> statement-breakpoint
ALTER TABLE "promo_openings" ADD CONSTRAINT "promo_openings_promo_id_promo_codes_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_openings" ADD CONSTRAINT "promo_openings_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_campaigns" ADD CONSTRAINT "player_campaigns_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promo_openings_of_player" ON "promo_openings" USING btree ("player_id","at");--> statement-breakpoint
CREATE INDEX "promo_openings_by_time" ON "promo_openings" USING btree ("promo_id","roll_id");--> statement-breakpoint
CREATE INDEX "player_campaigns_by_time" ON "player_campaigns" USING btree ("at","source","medium","campaign","player_id");--> statement-breakpoint
CREATE INDEX "player_campaigns_by_name" ON "player_campaigns" USING btree ("source","medium","campaign","at","player_id");--> statement-breakpoint
ALTER TABLE "promo_batches" ADD CONSTRAINT "batch_bonus_sane" CHECK ((case_url is null and (percent between 1 and 1000 and sum = 0 or percent = 0 and sum > 0))
  or (case_url is not null and percent = 0 and sum = 0 and deposit_min = 0));--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_bonus_sane" CHECK ((case_url is null and (percent between 1 and 1000 and sum = 0 or percent = 0 and sum > 0))
  or (case_url is not null and percent = 0 and sum = 0 and deposit_min = 0));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "player_campaigns" TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON "promo_openings" TO spacedrop_app;
