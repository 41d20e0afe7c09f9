CREATE TABLE "withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" uuid NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"item_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"provider" text NOT NULL,
	"trade_link" text NOT NULL,
	"reference" text,
	"url" text,
	"sent_at" timestamp with time zone,
	"protected_until" timestamp with time zone,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	CONSTRAINT "withdrawal_state_known" CHECK (state in ('requested', 'buying', 'sent', 'accepted', 'protected', 'done', 'declined', 'reversed', 'unavailable', 'replaced', 'returned'))
);
--> statement-breakpoint
DROP INDEX "transfers_once";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_steps_withdrawal_id_id_index" ON "withdrawal_steps" USING btree ("withdrawal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_withdrawal_an_item" ON "withdrawals" USING btree ("item_id") WHERE state in ('requested', 'buying', 'sent', 'accepted', 'protected', 'done', 'unavailable', 'replaced');--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_reference" ON "withdrawals" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "withdrawals_of_player" ON "withdrawals" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("due_at") WHERE state in ('requested', 'buying', 'sent', 'accepted', 'protected');--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement');--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_steps
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON withdrawals TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON withdrawal_steps TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
