CREATE TABLE "deposit_limits" (
	"player_id" integer NOT NULL,
	"window" text NOT NULL,
	"amount" bigint,
	"pending_amount" bigint,
	"pending_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_limits_pkey" PRIMARY KEY("player_id","window")
);
--> statement-breakpoint
CREATE TABLE "exclusions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exclusions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"state" text NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"url" text,
	"amount" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"bonus_percent" integer NOT NULL,
	"promo_id" integer,
	"currency" text NOT NULL,
	"rate" double precision NOT NULL,
	"charge" bigint NOT NULL,
	"shortfall" bigint DEFAULT 0 NOT NULL,
	"remark" text,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	CONSTRAINT "order_once_a_click" UNIQUE("player_id","key"),
	CONSTRAINT "order_reference" UNIQUE("provider","reference"),
	CONSTRAINT "order_amounts" CHECK ("orders"."amount" > 0 and "orders"."bonus" >= 0 and "orders"."charge" > 0),
	CONSTRAINT "order_state_known" CHECK (state in ('created', 'paid', 'expired', 'failed', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event" text NOT NULL,
	"order_id" uuid,
	"said" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_once" UNIQUE("provider","event")
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promo_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent" integer NOT NULL,
	"uses_max" integer,
	"uses_per_player" integer DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"steam_level" integer DEFAULT 0 NOT NULL,
	"deposit_min" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "promo_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "percent_sane" CHECK ("promo_codes"."percent" between 1 and 1000),
	CONSTRAINT "uses_sane" CHECK ("promo_codes"."uses_max" > 0 and "promo_codes"."uses_per_player" > 0),
	CONSTRAINT "code_lower" CHECK ("promo_codes"."code" = lower("promo_codes"."code"))
);
--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "referrer_id" integer;--> statement-breakpoint
ALTER TABLE "deposit_limits" ADD CONSTRAINT "deposit_limits_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promo_id_promo_codes_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exclusions_player_id_index" ON "exclusions" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "orders_of_player" ON "orders" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("asked_at") WHERE "orders"."state" in ('created', 'expired');--> statement-breakpoint
CREATE INDEX "orders_of_promo" ON "orders" USING btree ("promo_id","player_id") WHERE "orders"."promo_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_order_id_index" ON "payment_notices" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("kind","reference") WHERE "transfers"."kind" in ('deposit', 'bonus', 'refund', 'bonus-back', 'social');--> statement-breakpoint
CREATE TRIGGER exclusions_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON exclusions
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER payment_notices_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_notices
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON promo_codes, orders, deposit_limits TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON payment_notices, exclusions TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (4, 'house:deposits'), (5, 'house:bonuses');
