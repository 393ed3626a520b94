/** Google and Microsoft as far as plMail talks to them, for the demo and for tests. */
export {}
