CREATE TABLE "returns_of_days" (
	"day" text NOT NULL,
	"game" text NOT NULL,
	"reference" text NOT NULL,
	"rolls" integer NOT NULL,
	"staked" bigint NOT NULL,
	"won" bigint NOT NULL,
	CONSTRAINT "returns_of_days_pkey" PRIMARY KEY("day","game","reference")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "cases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "upgrades" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "contracts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "won" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "best_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "best_price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "items" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "worth" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "reality_minutes" integer;--> statement-breakpoint
CREATE INDEX "items_of_player" ON "items" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "items_owned_by_price" ON "items" USING btree ("player_id","price","id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "items_owned_by_kind" ON "items" USING btree ("player_id","item_id") WHERE "items"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "rolls_of_player" ON "rolls" USING btree ("player_id","game","id");--> statement-breakpoint
DROP INDEX "transfers_paid_by";--> statement-breakpoint
DROP INDEX "transfers_paid_to";--> statement-breakpoint
CREATE INDEX "transfers_paid_by" ON "transfers" USING btree ("debit_id","kind","id") WHERE "transfers"."debit_id" >= 1000;--> statement-breakpoint
CREATE INDEX "transfers_paid_to" ON "transfers" USING btree ("credit_id","kind","id") WHERE "transfers"."credit_id" >= 1000;--> statement-breakpoint
UPDATE accounts SET
  cases = (SELECT count(*) FROM rolls WHERE rolls.player_id = accounts.id AND rolls.game = 'case'),
  upgrades = (SELECT count(*) FROM rolls WHERE rolls.player_id = accounts.id AND rolls.game = 'upgrade'),
  contracts = (SELECT count(*) FROM rolls WHERE rolls.player_id = accounts.id AND rolls.game = 'contract'),
  won = (SELECT coalesce(sum(price), 0) FROM items WHERE items.player_id = accounts.id),
  best_id = (SELECT id FROM items WHERE items.player_id = accounts.id ORDER BY price DESC, id LIMIT 1),
  best_price = (SELECT coalesce(max(price), 0) FROM items WHERE items.player_id = accounts.id),
  items = (SELECT count(*) FROM items WHERE items.player_id = accounts.id AND items.state = 'owned'),
  worth = (SELECT coalesce(sum(price), 0) FROM items WHERE items.player_id = accounts.id AND items.state = 'owned')
  WHERE id >= 1000;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON returns_of_days TO spacedrop_app;
