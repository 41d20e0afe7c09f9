CREATE TABLE "kept_payments" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"minor" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"is_reported" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	CONSTRAINT "kept_reason_known" CHECK (reason in ('limit', 'card-limit', 'time-out', 'self-exclusion', 'ban', 'erasure', 'overpaid')),
	CONSTRAINT "kept_state_known" CHECK (state in ('waiting', 'approved', 'refunded', 'credited')),
	CONSTRAINT "kept_amount" CHECK ("kept_payments"."amount" > 0 and "kept_payments"."minor" > 0),
	CONSTRAINT "kept_ended" CHECK (("kept_payments"."ended_at" is null) = ("kept_payments"."state" in ('waiting', 'approved')))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "order_state_known";--> statement-breakpoint
ALTER TABLE "kept_payments" ADD CONSTRAINT "kept_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_kept" ON "kept_payments" USING btree ("due_at") WHERE "kept_payments"."state" in ('waiting', 'approved');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'won', 'lost', 'kept'));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON kept_payments TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (11, 'house:kept');
--> statement-breakpoint
-- Every credit pays a debt first: players who owe and have a balance from before pay now.
WITH owing AS (
  SELECT id, least(debt, balance) AS amount, greatest(0, least(debt, balance) - (balance - locked)) AS locked_part,
    (lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(id::text), 1, 3) || '8'
      || substr(md5('debt' || id), 1, 15))::uuid AS transfer
  FROM accounts WHERE debt > 0 AND balance > 0
), moved AS (
  INSERT INTO transfers (id, kind, debit_id, credit_id, amount, reference, locked, unlocked)
  SELECT transfer, 'debt-paid', id, 9, amount, transfer::text, locked_part, 0 FROM owing
)
UPDATE accounts SET balance = accounts.balance - owing.amount, locked = accounts.locked - owing.locked_part, debt = accounts.debt - owing.amount
FROM owing WHERE accounts.id = owing.id;
--> statement-breakpoint
UPDATE withdrawal_freezes SET lifted_at = now() WHERE reason = 'debt' AND lifted_at IS NULL
  AND player_id IN (SELECT id FROM accounts WHERE debt = 0);
