ALTER TABLE "orders" ADD COLUMN "voided_margin" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "locked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "unlocked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "margin" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "spent_locked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "locked" bigint;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "unlocked" bigint;--> statement-breakpoint
ALTER TABLE "rolls" ADD COLUMN "cash" bigint;--> statement-breakpoint
ALTER TABLE "rolls" ADD COLUMN "margin" bigint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "locked" bigint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "unlocked" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "locked_within_balance" CHECK ("accounts"."locked" between 0 and coalesce("accounts"."balance", 0));
