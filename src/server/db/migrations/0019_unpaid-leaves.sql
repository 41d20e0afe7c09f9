ALTER TABLE "accounts" ADD COLUMN "unpaid_leaves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "unpaid_leaves_since" timestamp with time zone;