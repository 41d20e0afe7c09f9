ALTER TABLE "item_ends" ADD COLUMN "roll_id" uuid;--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (6, 'house:upgrade');
