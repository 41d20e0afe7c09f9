CREATE TABLE "dispute_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"dispute" text NOT NULL,
	"order_id" uuid NOT NULL,
	"sent" text NOT NULL,
	"evidence" text,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "accounts_in_debt";--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute_answers" ADD CONSTRAINT "dispute_answers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_answers" ADD CONSTRAINT "answer_of_dispute" FOREIGN KEY ("provider","dispute") REFERENCES "public"."disputes"("provider","reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_answers_of_dispute" ON "dispute_answers" USING btree ("provider","dispute","id");--> statement-breakpoint
CREATE INDEX "dispute_answers_of_order" ON "dispute_answers" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "disputes_by_deadline" ON "disputes" USING btree (coalesce("due_at", '9999-01-01 00:00:00+00'::timestamptz),"provider","reference") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("state","closed_at","provider","reference") WHERE "disputes"."state" <> 'open';--> statement-breakpoint
CREATE INDEX "payments_kept_since" ON "kept_payments" USING btree ("at","order_id","part") WHERE "kept_payments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payments_kept_partial" ON "kept_payments" USING btree ("order_id") WHERE "kept_payments"."reason" = 'partial';--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_by_provider" ON "orders" USING btree ("provider","id");--> statement-breakpoint
CREATE INDEX "orders_paid_late" ON "orders" USING btree ("id") WHERE "orders"."paid_at" > "orders"."expires_at";--> statement-breakpoint
CREATE INDEX "accounts_in_debt" ON "accounts" USING btree ("debt","id") WHERE "accounts"."debt" > 0;--> statement-breakpoint
GRANT SELECT, INSERT ON "dispute_answers" TO spacedrop_app;
--> statement-breakpoint
CREATE TRIGGER "dispute_answers_only_added" BEFORE UPDATE OR DELETE OR TRUNCATE ON "dispute_answers"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
