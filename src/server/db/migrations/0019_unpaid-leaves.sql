ALTER TABLE "accounts" ADD COLUMN "unpaid_leaves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "unpaid_leaves_since" timestamp with time zone;--> statement-breakpoint
GRANT UPDATE ("id", "before", "after", "at", "applies_at") ON "limit_changes" TO spacedrop_app;
