CREATE TABLE "steam_accounts" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone,
	"is_private" boolean NOT NULL,
	"is_limited" boolean NOT NULL,
	"is_trade_banned" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawal_state_known";--> statement-breakpoint
DROP INDEX "one_withdrawal_an_item";--> statement-breakpoint
DROP INDEX "withdrawals_due";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "review" text[];--> statement-breakpoint
ALTER TABLE "steam_accounts" ADD CONSTRAINT "steam_accounts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_in_review" ON "withdrawals" USING btree ("changed_at") WHERE state = 'review';--> statement-breakpoint
CREATE INDEX "sessions_by_address" ON "sessions" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "one_withdrawal_an_item" ON "withdrawals" USING btree ("item_id") WHERE state in ('requested', 'review', 'approved', 'buying', 'sent', 'accepted', 'protected', 'done', 'unavailable', 'replaced');--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("due_at") WHERE state in ('requested', 'approved', 'buying', 'sent', 'accepted', 'protected');--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawal_state_known" CHECK (state in ('requested', 'review', 'approved', 'refused', 'buying', 'sent', 'accepted', 'protected', 'done', 'declined', 'reversed', 'unavailable', 'replaced', 'returned'));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON steam_accounts TO spacedrop_app;
--> statement-breakpoint
UPDATE orders SET kind = 'crypto' WHERE provider = 'cryptocloud' OR method IN ('sandbox-usdt', 'sandbox-btc', 'sandbox-eth', 'sandbox-ton');
