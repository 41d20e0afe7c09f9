CREATE TABLE "referral_shares" (
	"player_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"referrer_id" integer NOT NULL,
	"percent" integer NOT NULL,
	"margin" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_shares_pkey" PRIMARY KEY("player_id","sequence"),
	CONSTRAINT "share_positive" CHECK ("referral_shares"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "referral_shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "referral_shares_referrer_id_players_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_of_referrer" ON "referral_shares" USING btree ("referrer_id","player_id","at");--> statement-breakpoint
CREATE TRIGGER referral_shares_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON referral_shares
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT ON referral_shares TO spacedrop_app;
