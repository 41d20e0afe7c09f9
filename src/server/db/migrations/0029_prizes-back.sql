ALTER TABLE "order_reversals" ADD COLUMN "leader_prizes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "listed_at" timestamp with time zone;