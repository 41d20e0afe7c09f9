CREATE TABLE "orphaned_offers" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"state" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"problem" text,
	CONSTRAINT "orphaned_offer_state_known" CHECK ("orphaned_offers"."state" in ('open', 'cancelled', 'none', 'taken'))
);
--> statement-breakpoint
ALTER TABLE "bans" ADD COLUMN "keeps_withdrawals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "hold" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orphaned_offers" ADD CONSTRAINT "orphaned_offers_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orphaned_offers_due" ON "orphaned_offers" USING btree ("due_at") WHERE "orphaned_offers"."state" = 'open';--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON orphaned_offers TO spacedrop_app;
