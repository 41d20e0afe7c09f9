CREATE TABLE "promo_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promo_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"prefix" text NOT NULL,
	"count" integer NOT NULL,
	"percent" integer NOT NULL,
	"sum" bigint DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"steam_level" integer DEFAULT 0 NOT NULL,
	"deposit_min" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "batch_bonus_sane" CHECK (("promo_batches"."percent" between 1 and 1000 and "promo_batches"."sum" = 0) or ("promo_batches"."percent" = 0 and "promo_batches"."sum" > 0)),
	CONSTRAINT "batch_count" CHECK ("promo_batches"."count" between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "promo_codes" DROP CONSTRAINT "percent_sane";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bonus_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "batch_id" integer;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_batch_id_promo_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."promo_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_with_promo" ON "orders" USING btree ("promo_id","id") WHERE "orders"."promo_id" is not null;--> statement-breakpoint
CREATE INDEX "promo_codes_single" ON "promo_codes" USING btree ("id") WHERE "promo_codes"."batch_id" is null;--> statement-breakpoint
CREATE INDEX "promo_codes_of_batch" ON "promo_codes" USING btree ("batch_id","id") WHERE "promo_codes"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "promo_codes_by_beginning" ON "promo_codes" USING btree ("code" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_bonus_sane" CHECK (("promo_codes"."percent" between 1 and 1000 and "promo_codes"."sum" = 0) or ("promo_codes"."percent" = 0 and "promo_codes"."sum" > 0));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "promo_batches" TO spacedrop_app;
