CREATE TABLE "overlays" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overlays_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"token" text PRIMARY KEY NOT NULL,
	"roll_id" uuid NOT NULL,
	"player_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_rollId_unique" UNIQUE("roll_id")
);
--> statement-breakpoint
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_of_player" ON "shares" USING btree ("player_id");--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON shares TO spacedrop_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON overlays TO spacedrop_app;
