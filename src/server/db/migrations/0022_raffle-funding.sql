ALTER TABLE "raffle_entries" ADD COLUMN "available" bigint;--> statement-breakpoint
ALTER TABLE "raffle_entries" ADD COLUMN "share" bigint;--> statement-breakpoint
ALTER TABLE "raffles" ADD COLUMN "joined" integer;--> statement-breakpoint
ALTER TABLE "raffles" ADD COLUMN "cost" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "raffled" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Raffles from before were drawn among everyone who had joined.
UPDATE raffles SET joined = entries WHERE entries IS NOT NULL;--> statement-breakpoint
UPDATE raffle_entries SET share = 0 FROM raffles WHERE raffles.id = raffle_id AND raffles.state <> 'open';
--> statement-breakpoint
GRANT UPDATE (available, share) ON raffle_entries TO spacedrop_app;
