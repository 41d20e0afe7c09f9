CREATE TABLE "balance_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "correction_not_zero" CHECK ("balance_corrections"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "bans" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "by_shop" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD CONSTRAINT "balance_corrections_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_corrections_of_player" ON "balance_corrections" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "bans_due" ON "bans" USING btree ("until") WHERE "bans"."until" is not null and "bans"."lifted_at" is null;
--> statement-breakpoint
GRANT SELECT, INSERT ON "balance_corrections" TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (12, 'house:corrections');
--> statement-breakpoint
CREATE TRIGGER "balance_corrections_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "balance_corrections"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
