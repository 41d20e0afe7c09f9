CREATE TABLE "withdrawal_freezes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_freezes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "freeze_reason_known" CHECK (reason in ('dispute', 'fraud-warning', 'debt'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"minor" bigint NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_pkey" PRIMARY KEY("provider","reference"),
	CONSTRAINT "dispute_state_known" CHECK (state in ('open', 'won', 'lost')),
	CONSTRAINT "dispute_amount" CHECK ("disputes"."minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"prizes" bigint NOT NULL,
	"debt" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"commission_shortfall" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voided_prizes" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"reversal_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"taken" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "order_state_known";--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "state_known";--> statement-breakpoint
DROP INDEX "transfers_once";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bonus_returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "commission_returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "debt" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal_freezes" ADD CONSTRAINT "withdrawal_freezes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reversals" ADD CONSTRAINT "order_reversals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_prizes" ADD CONSTRAINT "voided_prizes_reversal_id_order_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."order_reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_freeze_at_a_time" ON "withdrawal_freezes" USING btree ("player_id","reason","reference") WHERE "withdrawal_freezes"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_of_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reversals_of_order" ON "order_reversals" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "accounts_in_debt" ON "accounts" USING btree ("debt") WHERE "accounts"."debt" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "debt_never_negative" CHECK ("accounts"."debt" >= 0);--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "state_known" CHECK (state in ('owned', 'sold', 'upgraded', 'contracted', 'withdrawing', 'withdrawn', 'replaced', 'voided'));--> statement-breakpoint
CREATE TRIGGER order_reversals_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON order_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER voided_prizes_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON voided_prizes
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON disputes, withdrawal_freezes TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON order_reversals, voided_prizes TO spacedrop_app;
--> statement-breakpoint
GRANT DELETE ON raffle_entries TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (9, 'house:debts');
--> statement-breakpoint
-- Orders that were refunded before reversals had rows of their own: their transfers name the order, so the row has its id.
INSERT INTO order_reversals (id, order_id, cause, amount, bonus, prizes, debt, commission, commission_shortfall, at)
  SELECT orders.id, orders.id, 'refund', orders.amount, orders.bonus, 0, 0, orders.commission,
    orders.commission - coalesce(back.amount, 0), coalesce(orders.refunded_at, orders.created_at)
  FROM orders LEFT JOIN transfers back ON back.kind = 'referral-back' AND back.reference = orders.id::text
  WHERE orders.state = 'refunded' AND orders.paid_at IS NOT NULL;
--> statement-breakpoint
UPDATE orders SET refunded_minor = orders.charge, returned = orders.amount, bonus_returned = orders.bonus,
    commission_returned = orders.commission - order_reversals.commission_shortfall
  FROM order_reversals WHERE order_reversals.id = orders.id;
