ALTER TABLE "seeds" ALTER COLUMN "client_seed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "seeds" ADD COLUMN "client_seed_source" text;--> statement-breakpoint
ALTER TABLE "seeds" ADD COLUMN "answered_commit" text;--> statement-breakpoint
ALTER TABLE "seeds" ADD COLUMN "client_seeded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seeds" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
-- The server drew both seeds of earlier pairs, or could have: those with rolls keep them, the others wait for their player.
UPDATE "seeds" SET "client_seed_source" = 'server' WHERE "nonce" > 1;--> statement-breakpoint
UPDATE "seeds" SET "client_seed" = NULL WHERE "nonce" = 1;--> statement-breakpoint
ALTER TABLE "seeds" ADD CONSTRAINT "client_seed_of_player" CHECK (case when client_seed is null
  then num_nonnulls(client_seed_source, answered_commit, client_seeded_at) = 0 and nonce = 1
  when client_seed_source is not distinct from 'player'
  then answered_commit is not distinct from "commit" and client_seeded_at is not null
  else client_seed_source is not distinct from 'server' and num_nonnulls(answered_commit, client_seeded_at) = 0 end);--> statement-breakpoint
ALTER TABLE "seeds" ADD CONSTRAINT "next_seed_unanswered" CHECK ("seeds"."state" <> 'next' or "seeds"."client_seed" is null);--> statement-breakpoint
-- Seeds and commitments stay as they were shown, and a nonce moves on only under the client seed of the player.
CREATE FUNCTION forbid_seed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The pair of seeds % rolls with the client seed of its player only, and its seeds never change', OLD.id
    USING ERRCODE = 'SD003';
END
$$;
--> statement-breakpoint
CREATE TRIGGER seeds_kept BEFORE UPDATE ON "seeds" FOR EACH ROW WHEN (
  NEW.player_id <> OLD.player_id OR NEW.server_seed <> OLD.server_seed OR NEW."commit" <> OLD."commit" OR NEW.nonce < OLD.nonce
  OR NEW.nonce > OLD.nonce AND NEW.client_seed_source IS DISTINCT FROM 'player'
  OR OLD.client_seed IS NOT NULL AND (
    NEW.client_seed IS DISTINCT FROM OLD.client_seed OR NEW.client_seed_source IS DISTINCT FROM OLD.client_seed_source
    OR NEW.answered_commit IS DISTINCT FROM OLD.answered_commit OR NEW.client_seeded_at IS DISTINCT FROM OLD.client_seeded_at
  )
  OR OLD.client_seed IS NULL AND NEW.client_seed_source = 'server'
) EXECUTE FUNCTION forbid_seed_change();
--> statement-breakpoint
CREATE FUNCTION forbid_house_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The client seed of a new pair is its player''s, never the server''s' USING ERRCODE = 'SD003';
END
$$;
--> statement-breakpoint
-- A pair begins without a client seed: nobody can answer a commitment that nobody has seen.
CREATE TRIGGER seeds_begin_unanswered BEFORE INSERT ON "seeds" FOR EACH ROW WHEN (NEW.client_seed IS NOT NULL)
  EXECUTE FUNCTION forbid_house_pair();
--> statement-breakpoint
CREATE FUNCTION forbid_unseeded_rolls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted LEFT JOIN seeds ON seeds.id = inserted.seed_id AND seeds.player_id = inserted.player_id
    WHERE seeds.client_seed_source IS DISTINCT FROM 'player'
  ) THEN
    RAISE EXCEPTION 'A roll needs a pair of seeds whose client seed its player has supplied' USING ERRCODE = 'SD003';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER rolls_of_players AFTER INSERT ON "rolls" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_unseeded_rolls();
