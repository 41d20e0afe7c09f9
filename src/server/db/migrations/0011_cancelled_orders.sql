ALTER TABLE "orders" DROP CONSTRAINT "order_state_known";--> statement-breakpoint
DROP INDEX "orders_open";--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("asked_at") WHERE "orders"."state" in ('created', 'expired', 'cancelled');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'cancelled', 'refunded'));--> statement-breakpoint
-- Notifications of super prizes name the day; a claim and its notification were written in one transaction.
UPDATE notifications SET amounts = notifications.amounts || jsonb_build_object('day', calendar_claims.streak)
FROM calendar_claims
WHERE notifications.kind = 'calendarSuper' AND calendar_claims.player_id = notifications.player_id AND calendar_claims.at = notifications.at;
