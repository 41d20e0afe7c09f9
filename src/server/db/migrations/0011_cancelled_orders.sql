ALTER TABLE "orders" DROP CONSTRAINT "order_state_known";--> statement-breakpoint
DROP INDEX "orders_open";--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("asked_at") WHERE "orders"."state" in ('created', 'expired', 'cancelled');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'cancelled', 'refunded'));