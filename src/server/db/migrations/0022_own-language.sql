ALTER TABLE "staff" ALTER COLUMN "language" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "staff" ALTER COLUMN "language" DROP NOT NULL;--> statement-breakpoint
UPDATE "staff" SET "language" = NULL WHERE "language" = 'en' AND "id" = '00000000-0000-7000-8000-000000000001';
