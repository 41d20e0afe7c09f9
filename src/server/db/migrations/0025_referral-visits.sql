CREATE TABLE "referral_visits" (
	"code" text NOT NULL,
	"day" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "referral_visits_pkey" PRIMARY KEY("code","day")
);
--> statement-breakpoint
ALTER TABLE "referral_codes" ADD COLUMN "earned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "referral_codes_by_earned" ON "referral_codes" USING btree ("earned","player_id");--> statement-breakpoint
UPDATE "referral_codes" SET "earned" = sums.amount FROM (SELECT referrer_id, sum(amount) AS amount FROM "referral_shares" GROUP BY referrer_id) sums WHERE sums.referrer_id = player_id;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "referral_visits" TO spacedrop_app;
