ALTER TABLE "raffle_entries" ADD COLUMN "public_number" bigint DEFAULT ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint NOT NULL;--> statement-breakpoint
-- Lists that were frozen before hold the ids of players, and their hash is published.
UPDATE raffle_entries SET public_number = player_id FROM raffles WHERE raffles.id = raffle_id AND raffles.state <> 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "one_public_number_a_raffle" ON "raffle_entries" USING btree ("raffle_id","public_number");
