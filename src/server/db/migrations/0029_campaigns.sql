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
ALTER TABLE "player_campaigns" ADD CONSTRAINT "player_campaigns_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_campaigns_by_time" ON "player_campaigns" USING btree ("at","source","medium","campaign","player_id");--> statement-breakpoint
CREATE INDEX "player_campaigns_by_name" ON "player_campaigns" USING btree ("source","medium","campaign","at","player_id");--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "player_campaigns" TO spacedrop_app;
