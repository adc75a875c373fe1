// Replaces reCAPTCHA and accepts every visitor.
(() => {
  const widgets = [];
  const api = {
    ready: (work) => setTimeout(work),
    render: (_container, options) => widgets.push(options) - 1,
    async execute(widget) {
      const answer = "sandbox-recaptcha-answer";
      widgets[widget].callback(answer);
      return answer;
    },
  };
  window.grecaptcha = { ...api, enterprise: api };
})();
