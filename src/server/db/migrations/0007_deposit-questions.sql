ALTER TABLE "withdrawal_freezes" DROP CONSTRAINT "freeze_reason_known";--> statement-breakpoint
ALTER TABLE "kept_payments" DROP CONSTRAINT "kept_reason_known";--> statement-breakpoint
ALTER TABLE "kept_payments" ADD COLUMN "part" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
UPDATE "kept_payments" SET "part" = 'excess' WHERE "reason" = 'overpaid';--> statement-breakpoint
ALTER TABLE "kept_payments" DROP CONSTRAINT "kept_payments_pkey";--> statement-breakpoint
ALTER TABLE "kept_payments" ADD CONSTRAINT "kept_payments_pkey" PRIMARY KEY("order_id","part");--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "voided_stakes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "question" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "questioned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "voided_stakes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "is_uncounted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_in_question" ON "orders" USING btree ("player_id") WHERE "orders"."question" is not null and "orders"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "withdrawal_freezes" ADD CONSTRAINT "freeze_reason_known" CHECK (reason in ('dispute', 'fraud-warning', 'deposit-check', 'debt'));--> statement-breakpoint
ALTER TABLE "kept_payments" ADD CONSTRAINT "kept_part_known" CHECK ((part = 'excess') = (reason = 'overpaid') and part in ('payment', 'excess'));--> statement-breakpoint
ALTER TABLE "kept_payments" ADD CONSTRAINT "kept_reason_known" CHECK (reason in ('limit', 'card-limit', 'time-out', 'self-exclusion', 'ban', 'erasure', 'overpaid', 'partial'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "question_timed" CHECK (("orders"."question" is null) = ("orders"."questioned_at" is null));
--> statement-breakpoint
-- What was a remark is a question: a refund in another currency on a paid order was counted nowhere.
UPDATE "orders" SET "question" = "remark", "questioned_at" = now(), "remark" = null
WHERE "remark" = 'a refund in another currency: see the provider'
  OR "remark" = 'paid in part: see the provider' AND "state" IN ('created', 'expired', 'cancelled');
--> statement-breakpoint
-- A key belongs to one call: those of orders are known to all other calls, as long as keys are kept.
INSERT INTO "idempotency_keys" ("player_id", "key", "request_hash", "answer", "at")
SELECT "player_id", "key", "request_hash", json_build_object('order', "id"), "created_at" FROM "orders"
WHERE "created_at" > now() - interval '72 hours' ON CONFLICT DO NOTHING;
