CREATE TABLE "held_items" (
	"item_id" text PRIMARY KEY NOT NULL,
	"seen" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON held_items TO spacedrop_app;
