CREATE TABLE "erasures" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at") WHERE "erasures"."erased_at" is null;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON erasures TO spacedrop_app;
--> statement-breakpoint
GRANT DELETE ON steam_accounts TO spacedrop_app;
