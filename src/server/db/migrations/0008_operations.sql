CREATE TABLE "bans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	"lift_reason" text,
	CONSTRAINT "ban_lifted_with_reason" CHECK (("bans"."lifted_at" is null) = ("bans"."lift_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "catalogue_editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"files" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_ban_at_a_time" ON "bans" USING btree ("player_id") WHERE "bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "catalogue_editions_by_digest" ON "catalogue_editions" USING btree ("digest");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON bans, job_turns TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON catalogue_editions TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
