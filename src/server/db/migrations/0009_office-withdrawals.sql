CREATE TABLE "withdrawal_claims" (
	"player_id" integer PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "refusal" jsonb;--> statement-breakpoint
ALTER TABLE "withdrawal_claims" ADD CONSTRAINT "withdrawal_claims_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_claims" ADD CONSTRAINT "withdrawal_claims_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_claims_by_end" ON "withdrawal_claims" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "withdrawals_in_review_of_player" ON "withdrawals" USING btree ("player_id","changed_at","id") WHERE state = 'review';--> statement-breakpoint
CREATE INDEX "withdrawals_unavailable" ON "withdrawals" USING btree ("changed_at") WHERE state = 'unavailable';--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "withdrawal_claims" TO spacedrop_app;
