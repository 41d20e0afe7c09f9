CREATE TABLE "favourite_cases" (
	"player_id" integer NOT NULL,
	"case_url" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourite_cases_pkey" PRIMARY KEY("player_id","case_url")
);
--> statement-breakpoint
ALTER TABLE "favourite_cases" ADD CONSTRAINT "favourite_cases_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON favourite_cases TO spacedrop_app;
