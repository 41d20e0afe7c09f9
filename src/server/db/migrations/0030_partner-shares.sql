CREATE TABLE "partner_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"percent" integer NOT NULL,
	"until" timestamp with time zone,
	"reason" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "partner_percent_bound" CHECK ("partner_shares"."percent" between 1 and 20),
	CONSTRAINT "partner_share_ends_later" CHECK ("partner_shares"."until" > "partner_shares"."at")
);
--> statement-breakpoint
ALTER TABLE "referral_shares" ADD COLUMN "own_share_id" uuid;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD COLUMN "from_margin" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD COLUMN "from_paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_shares" ADD CONSTRAINT "partner_shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_share_of_partner" ON "partner_shares" USING btree ("player_id") WHERE "partner_shares"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "referral_shares_own_share_id_partner_shares_id_fk" FOREIGN KEY ("own_share_id") REFERENCES "public"."partner_shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_shares" ADD CONSTRAINT "share_begins_before" CHECK ("referral_shares"."from_margin" between 0 and "referral_shares"."margin" and "referral_shares"."from_paid" >= 0);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "partner_shares" TO spacedrop_app;